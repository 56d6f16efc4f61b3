"""Run `kg` as `python -m graph`."""

from graph.cli import main

if __name__ == "__main__":
    main()
