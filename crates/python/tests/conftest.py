"""The tests pass however they are started."""

import signal

# In the background of a script, SIGINT is ignored, and so it would be in all child processes. A handler is not inherited.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
