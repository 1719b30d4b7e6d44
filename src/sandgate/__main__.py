"""`python -m sandgate` is `sandgate`."""

import sys

from sandgate.cli.main import main

sys.exit(main())
