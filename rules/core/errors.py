"""What can go wrong in the rules room: a key and arguments, never a finished sentence."""

from __future__ import annotations

from rules.core.value import Arg, Msg, msg


class KeyedError(Exception):
    """An error whose text is made at the screen; each room above has its own root of this kind."""

    def __init__(self, key: str, /, **args: Arg) -> None:
        """Keep the message's key and arguments for the screen."""
        super().__init__(key)
        self.key = key
        self.args_by_name = args

    @property
    def message(self) -> Msg:
        """The reason as a message."""
        return msg(self.key, **self.args_by_name)

    def __str__(self) -> str:
        """Show key and arguments, for logs."""
        named = ", ".join(f"{name}={value!r}" for name, value in self.args_by_name.items())
        return f"{self.key}({named})"


class RulesError(KeyedError):
    """Root of the room's errors."""


class RuleError(RulesError, ValueError):
    """A command that the rules refuse; the state has not changed."""


class StaleAnswerError(RuleError):
    """An answer to a question that is no longer open, such as a second press."""


class DataError(RulesError, ValueError):
    """A data file that cannot be used; greys out its game alone."""


class DivergedError(RulesError, RuntimeError):
    """Answers kept earlier that no longer fit what is asked: rules or data have changed since."""


class ScriptError(RulesError, RuntimeError):
    """A game's script that broke the rules of its house; a defect in the game's code."""
