"""Drop a file on a window, as a file manager does: a small source of drag and drop by the protocol
XDND, version 5 (https://freedesktop.org/wiki/Specifications/XDND), on Xlib.
"""

import ctypes
import sys
import time
from ctypes import POINTER, byref, c_char_p, c_int, c_long, c_ubyte, c_ulong, c_void_p

CLIENT_MESSAGE, SELECTION_REQUEST, SELECTION_NOTIFY = 33, 30, 31
LAST_RESORT = 60  # seconds


class ClientMessage(ctypes.Structure):
    _fields_ = [("type", c_int), ("serial", c_ulong), ("sent", c_int), ("display", c_void_p), ("window", c_ulong),
                ("message", c_ulong), ("format", c_int), ("data", c_long * 5)]


class SelectionRequest(ctypes.Structure):
    _fields_ = [("type", c_int), ("serial", c_ulong), ("sent", c_int), ("display", c_void_p), ("owner", c_ulong),
                ("requestor", c_ulong), ("selection", c_ulong), ("target", c_ulong), ("property", c_ulong), ("time", c_ulong)]


class Selection(ctypes.Structure):
    _fields_ = [("type", c_int), ("serial", c_ulong), ("sent", c_int), ("display", c_void_p), ("requestor", c_ulong),
                ("selection", c_ulong), ("target", c_ulong), ("property", c_ulong), ("time", c_ulong)]


class Event(ctypes.Union):
    _fields_ = [("type", c_int), ("client", ClientMessage), ("request", SelectionRequest), ("selection", Selection),
                ("room", c_long * 24)]


class Source:
    def __init__(self, display):
        self.x = ctypes.CDLL("libX11.so.6")
        for name, result, *arguments in (
                ("XOpenDisplay", c_void_p, c_char_p), ("XDefaultRootWindow", c_ulong, c_void_p), ("XFlush", c_int, c_void_p),
                ("XCreateSimpleWindow", c_ulong, c_void_p, c_ulong, *[c_int] * 5, c_ulong, c_ulong),
                ("XInternAtom", c_ulong, c_void_p, c_char_p, c_int), ("XPending", c_int, c_void_p),
                ("XSetSelectionOwner", c_int, c_void_p, c_ulong, c_ulong, c_ulong),
                ("XSendEvent", c_int, c_void_p, c_ulong, c_int, c_long, POINTER(Event)), ("XCloseDisplay", c_int, c_void_p),
                ("XNextEvent", c_int, c_void_p, POINTER(Event)),
                ("XChangeProperty", c_int, c_void_p, c_ulong, c_ulong, c_ulong, c_int, c_int, POINTER(c_ubyte), c_int)):
            getattr(self.x, name).restype, getattr(self.x, name).argtypes = result, arguments
        self.display = self.x.XOpenDisplay(display.encode())
        if not self.display:
            raise RuntimeError("no display " + display)
        self.window = self.x.XCreateSimpleWindow(self.display, self.x.XDefaultRootWindow(self.display), 0, 0, 1, 1, 0, 0, 0)

    def atom(self, name):
        return self.x.XInternAtom(self.display, name.encode(), False)

    def send(self, target, event):
        self.x.XSendEvent(self.display, target, False, 0, byref(event))
        self.x.XFlush(self.display)

    def message(self, target, name, *data):
        event = Event(client=ClientMessage(CLIENT_MESSAGE, 0, True, self.display, target, self.atom(name), 32,
                                           (c_long * 5)(self.window, *data)))
        self.send(target, event)

    def next_event(self):
        until = time.monotonic() + LAST_RESORT
        while not self.x.XPending(self.display):
            if time.monotonic() > until:
                raise RuntimeError("the window does not answer")
            time.sleep(0.01)
        event = Event()
        self.x.XNextEvent(self.display, byref(event))
        return event

    def answer(self, request, text):
        """Hand over what is dropped."""
        data = (c_ubyte * len(text)).from_buffer_copy(text)
        self.x.XChangeProperty(self.display, request.requestor, request.property, request.target, 8, 0, data, len(text))
        self.send(request.requestor, Event(selection=Selection(
            SELECTION_NOTIFY, 0, True, self.display, request.requestor, request.selection, request.target, request.property,
            request.time)))

    def drop(self, target, uri):
        self.x.XSetSelectionOwner(self.display, self.atom("XdndSelection"), self.window, 0)
        self.message(target, "XdndEnter", 5 << 24, self.atom("text/uri-list"), 0, 0)
        self.message(target, "XdndPosition", 0, 0, 0, self.atom("XdndActionCopy"))
        while True:
            event = self.next_event()
            if event.type == SELECTION_REQUEST:
                self.answer(event.request, uri.encode() + b"\r\n")
            elif event.type == CLIENT_MESSAGE and event.client.message == self.atom("XdndStatus"):
                self.message(target, "XdndDrop", 0, 0, 0, 0)
            elif event.type == CLIENT_MESSAGE and event.client.message == self.atom("XdndFinished"):
                break
        self.x.XCloseDisplay(self.display)


if __name__ == "__main__":
    Source(sys.argv[1]).drop(int(sys.argv[2]), sys.argv[3])
