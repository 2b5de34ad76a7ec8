"""A small GTP engine for tests: plays the first legal move, or goes wrong in the way it is told to.

python gtp_engine.py GAME [good | crash | hang | silent | rubbish | illegal | refuse | resign | child | timeless] [N]
"""

import subprocess
import sys
import time

import bough

game = bough.game(sys.argv[1])
manner = sys.argv[2] if len(sys.argv) > 2 else "good"
plies = int(sys.argv[3]) if len(sys.argv) > 3 else 4
position = game.start()
if manner == "child":
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])


def answer(text: str = "", sign: str = "=") -> None:
    print(f"{sign} {text}\n", flush=True)


for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "quit":
        answer()
        break
    if words[0] == "clear_board":
        position = game.start()
        answer()
    elif words[0] == "play":
        position = position.play(words[2])
        answer()
    elif words[0] == "genmove":
        if len(position.history) >= plies and manner != "good":
            if manner == "crash":
                sys.exit(3)
            if manner == "hang":
                print("= a1", flush=True)  # and never the empty line that ends an answer
                time.sleep(600)
            if manner == "silent":
                time.sleep(600)
            if manner == "rubbish":
                print("Segmentation fault, says the engine", flush=True)
                continue
            if manner == "illegal":
                answer(position.history[0])
                continue
            if manner == "refuse":
                answer("no idea", "?")
                continue
            if manner == "resign":
                answer("resign")
                continue
        move = sorted(position.moves)[0]
        position = position.play(move)
        answer(move)
    elif words[0] == "boardsize" or (words[0] == "time_settings" and manner != "timeless"):
        answer()
    else:
        answer("unknown command", "?")
