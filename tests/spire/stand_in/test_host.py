"""Starting a client as the mod does: nothing that it says is lost, however busy the machine is."""

import sys

from hazard.spire.stand_in.host import Client

LAST_WORDS = """
import sys
print("ready", flush=True)
sys.stdin.read()
for number in range(20_000):
    sys.stderr.write(f"line {number}\\n")
"""


def test_what_a_client_says_last_is_heard_to_the_end():
    for _ in range(5):
        client = Client([sys.executable, "-c", LAST_WORDS])
        heard = client.close().splitlines()
        assert heard == [f"line {number}" for number in range(20_000)]
