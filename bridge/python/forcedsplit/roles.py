"""What an axis is to a value."""

from enum import IntEnum
from typing import Union

from ._shown import shown


class Role(IntEnum):
    """The role of an axis at a value (SPEC, Input), spelled and numbered as on the wire."""

    LoopLocal = 0
    Reduction = 1
    LoopCarried = 2
    LoopInvariant = 3


def role_of(role: Union[str, Role]) -> Role:
    """Returns the Role that is given as itself or by its name.

    Raises ValueError for a name that is none, TypeError for anything but a string or a Role.
    """
    if isinstance(role, Role):
        return role
    if not isinstance(role, str):
        raise TypeError(
            f"a role is a name, a Role or a tuple (role, space, loop), not {type(role).__name__}: {shown(role)}"
        )
    try:
        return Role[role]
    except KeyError:
        raise ValueError(f"unknown role {shown(role)}, expected one of {', '.join(Role.__members__)}") from None
