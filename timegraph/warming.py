"""Compiling the compiled code beforehand, so that nothing waits for it later."""

from __future__ import annotations

import time
from typing import NamedTuple

from timegraph._compiled import STEP
from timegraph._graph.arguments import DISTANCES, ORDER
from timegraph._lazy import named_if_missing


class WarmUp(NamedTuple):
    """What :func:`warm_up` did.

    ``kernels`` is the number of compiled functions that are loaded now, and ``compiled`` how many
    of them had to be compiled. ``seconds`` is the time it took. ``folders`` has the folders in
    which the machine code is kept for later processes; it is empty where none can be written to.
    """

    kernels: int
    compiled: int
    seconds: float
    folders: tuple[str, ...]


@named_if_missing()
def warm_up() -> WarmUp:
    """Load all compiled code now, and compile what was never compiled on this machine.

    Without this call, large graphs are worked on in pure Python until the code is there; a thread
    loads it meanwhile. With it, nothing is loaded later, and no call takes much longer than others.

    The machine code is kept in the ``__pycache__`` folders of the package or, where these cannot be
    written to, in the user's cache folder; the environment variable ``NUMBA_CACHE_DIR`` names
    another. To prepare a container image, call this (or ``timegraph warm-up``) while the image is
    made; if the image will run with a read-only file system or as another user, set the variable
    to a folder of the image, then and when it runs. The code is valid for one version of Python,
    numba and this library, and for one kind of processor.

    Numba's modules hold many objects, which Python's garbage collector looks at now and then, for
    some 20 milliseconds. A program that minds calls ``gc.freeze()`` after this.
    """
    start = time.perf_counter()
    with STEP:
        from timegraph._closure import indexes as of_closure  # these load numba
        from timegraph._compiled.jit import kernels_of
        from timegraph._metric import compiled as of_distances
        from timegraph.decoding import solver as of_decoding
        from timegraph.networks import solver as of_networks

        for _ in of_closure.steps():
            pass
        of_distances.use_all()
        of_networks.use_all()
        of_decoding.use_all(program=False)
    ORDER.note_loaded()
    DISTANCES.note_loaded()
    kernels = kernels_of(
        of_closure.MODULES + of_distances.MODULES + of_networks.MODULES + of_decoding.MODULES
    )
    folders = {kernel.stats.cache_path for kernel in kernels} - {None}
    return WarmUp(
        len(kernels),
        sum(not kernel.stats.cache_hits for kernel in kernels),
        time.perf_counter() - start,
        tuple(sorted(map(str, folders))),
    )
