/** The Python module that calls tools through a gateway. Standard library only, so that it runs wherever the tree is copied to. */
export const PYTHON_RUNTIME_TEXT = `"""Calls the tools of this tree through a gateway

FOLDOUT_URL      address of a gateway that is running: http://127.0.0.1:3200/mcp
FOLDOUT_TOKEN    its bearer token, if it asks for one
FOLDOUT_COMMAND  without an address: the command that starts one over stdio. A JSON list, or words; default: foldout serve

Needs Python 3.11. Calls from several threads run at the same time.
"""

import atexit
import json
import os
import re
import shlex
import subprocess
import threading
import urllib.error
import urllib.request
from concurrent.futures import Future
from typing import Any, Callable, Dict, List, Mapping, Optional, TypeAlias, Union

Json: TypeAlias = Union[str, int, float, bool, None, List["Json"], Dict[str, "Json"]]
#: The result of a tool without an output schema: JSON, text or content blocks.
ToolResult: TypeAlias = Json

ToolCaller: TypeAlias = Callable[[str, str, Mapping[str, object]], Any]

_CLIENT = {"name": "foldout-workspace", "version": "1"}
_MODERN = "2026-07-28"
_LEGACY = "2025-11-25"
_START = "Start one with 'foldout serve --http' and set FOLDOUT_URL to its address, or set FOLDOUT_COMMAND."


class ToolError(Exception):
    """A tool has failed."""

    def __init__(self, message: str, code: Optional[str] = None, suggestion: Optional[str] = None) -> None:
        super().__init__(message)
        self.code = code
        self.suggestion = suggestion


class _ParsedObject(Dict[str, Any]):
    raw: str = ""


class _ParsedList(List[Any]):
    raw: str = ""


_caller: Optional[ToolCaller] = None


def set_caller(caller: Optional[ToolCaller]) -> None:
    """Sets the function that calls tools, instead of a gateway."""
    global _caller
    _caller = caller


def call_tool(server: str, tool: str, input: Any = None) -> Any:
    """Calls a tool by its original name. A text that is a JSON object or list comes parsed."""
    caller = _caller or _call_gateway
    value = caller(server, tool, {} if input is None else input)
    if not isinstance(value, str) or not value.startswith(("[", "{")):
        return value
    try:
        parsed = json.loads(value)
    except ValueError:
        return value
    result: Union[_ParsedObject, _ParsedList] = (
        _ParsedObject(parsed) if isinstance(parsed, dict) else _ParsedList(parsed)
    )
    result.raw = value
    return result


def raw_result(value: Any) -> Any:
    """The text of the tool, where call_tool has parsed it; any other value unchanged."""
    return value.raw if isinstance(value, (_ParsedObject, _ParsedList)) else value


def _call_gateway(server: str, tool: str, input: Mapping[str, object]) -> Any:
    name = server + "/" + tool
    params = {"name": "afd-call", "arguments": {"command": name, "input": input}}
    url = os.environ.get("FOLDOUT_URL")
    return _value_of(_over_http(url, params) if url else _over_stdio(params), name)


def _value_of(result: Dict[str, Any], name: str) -> Any:
    content = result.get("content") or []
    structured = result.get("structuredContent")
    is_text = len(content) > 0 and all(block.get("type") == "text" for block in content)
    text = "\\n".join(block["text"] for block in content) if is_text else None
    if result.get("isError"):
        error = structured.get("error") if isinstance(structured, dict) else None
        raise _tool_error(error, text or name + " failed without a message")
    if isinstance(structured, dict) and structured.get("success") is True and "data" in structured:
        return structured["data"]
    if structured is not None:
        return structured
    return content if text is None else text


def _tool_error(error: Any, text: str) -> ToolError:
    if not isinstance(error, dict) or "code" not in error:
        return ToolError(text)
    return ToolError(f"{error['code']}: {error.get('message')}", error["code"], error.get("suggestion"))


def _over_http(url: str, params: Dict[str, Any]) -> Dict[str, Any]:
    meta = {
        "io.modelcontextprotocol/protocolVersion": _MODERN,
        "io.modelcontextprotocol/clientInfo": _CLIENT,
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {**params, "_meta": meta}}
    headers = {
        "content-type": "application/json",
        "accept": "application/json, text/event-stream",
        "mcp-protocol-version": _MODERN,
        "mcp-method": "tools/call",
        "mcp-name": params["name"],
    }
    token = os.environ.get("FOLDOUT_TOKEN")
    if token:
        headers["authorization"] = "Bearer " + token
    request = urllib.request.Request(url, json.dumps(message).encode(), headers)
    try:
        with urllib.request.urlopen(request) as response:
            status, body = response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        if error.code == 401:
            raise ToolError(f"The gateway at {url} refuses the token. Set FOLDOUT_TOKEN.") from None
        status, body = error.code, error.read().decode(errors="replace")
    except OSError as error:
        raise ToolError(f"No gateway answers at {url} ({getattr(error, 'reason', error)}). {_START}") from None
    texts = [body] if body.startswith("{") else re.findall(r"^data: ?(\\{.*)$", body, re.MULTILINE)
    for answer in map(json.loads, texts):
        if answer.get("id") == 1:
            return _result_of(answer)
    raise ToolError(f"The gateway at {url} answered {status}: {body[:200]}")


def _result_of(answer: Dict[str, Any]) -> Dict[str, Any]:
    if "error" in answer:
        raise ToolError(str(answer["error"].get("message")))
    result: Dict[str, Any] = answer["result"]
    if result.get("resultType") == "input_required":
        raise ToolError("The tool asks its user a question: call it from a client.")
    return result


class _Gateway:
    """A gateway that this process has started. It ends when its input closes."""

    def __init__(self) -> None:
        text = os.environ.get("FOLDOUT_COMMAND", "foldout serve")
        command = json.loads(text) if text.startswith("[") else shlex.split(text)
        try:
            self._child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise ToolError(f"'{text}' cannot be started ({error.strerror}). {_START}") from None
        self._name = text
        self._lock = threading.Lock()
        self._last = 0
        self._open: Dict[int, "Future[Dict[str, Any]]"] = {}
        self._has_ended = False
        threading.Thread(target=self._receive, daemon=True).start()
        start = {"protocolVersion": _LEGACY, "capabilities": {}, "clientInfo": _CLIENT}
        self.request("initialize", start)
        self._write({"method": "notifications/initialized"})

    @property
    def has_ended(self) -> bool:
        return self._has_ended

    def request(self, method: str, params: Dict[str, Any]) -> Dict[str, Any]:
        answer: "Future[Dict[str, Any]]" = Future()
        with self._lock:
            if self._has_ended:
                raise self._ended()
            self._last += 1
            number = self._last
            self._open[number] = answer
        self._write({"id": number, "method": method, "params": params})
        return _result_of(answer.result())

    def close(self) -> None:
        if self._child.stdin:
            try:
                self._child.stdin.close()
            except OSError:
                pass

    def _write(self, message: Dict[str, Any]) -> None:
        line = json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\\n"
        try:
            with self._lock:
                assert self._child.stdin
                self._child.stdin.write(line)
                self._child.stdin.flush()
        except OSError:
            raise self._ended() from None

    def _receive(self) -> None:
        assert self._child.stdout
        for line in self._child.stdout:
            if not line.strip():
                continue
            message = json.loads(line)
            if "method" not in message:
                waiting = self._open.pop(message.get("id"), None)
                if waiting:
                    waiting.set_result(message)
            elif "id" in message:
                # This client offers nothing that a server could ask for.
                self._write({"id": message["id"], "error": {"code": -32601, "message": "Not supported"}})
        with self._lock:
            self._has_ended = True
            left = list(self._open.values())
            self._open.clear()
        for waiting in left:
            waiting.set_exception(self._ended())

    def _ended(self) -> ToolError:
        return ToolError(f"'{self._name}' has ended. {_START}")


_gateway: Optional[_Gateway] = None
_starting = threading.Lock()


def _over_stdio(params: Dict[str, Any]) -> Dict[str, Any]:
    global _gateway
    with _starting:
        if _gateway is None or _gateway.has_ended:
            _gateway = _Gateway()
            atexit.register(_gateway.close)
        gateway = _gateway
    return gateway.request("tools/call", params)
`;
