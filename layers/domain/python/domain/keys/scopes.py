"""The only table of scopes and presets: REST, MCP, the documentation and the dashboard all read it (interface 5)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from types import MappingProxyType

SCOPES = MappingProxyType(
    {
        "projects:read": "View projects, status, progress, budget and deliverables",
        "projects:write": "Create projects, submit intake answers, finalize briefs, decide approvals",
        "agents:read": "Agent directory, status and conversation history",
        "agents:write": "Send messages to the CEO agent",
        "agents:interact": "Ask the CEO agent; another name for agents:write, with equal rights",
        "vault:read": "List credentials (metadata only) and credential requests",
        "vault:write": "Deposit credentials and fulfill credential requests",
        "vault:use": "Call a service with a credential, without seeing its value",
        "work:read": "View work items, their submissions and reviews",
        "work:write": "Claim work items, report progress, submit what was done",
        "pa:access": "Full access to the personal assistant: ask, assign tasks, project summaries",
        "dashboard:read": "Account summary, project overview and usage statistics",
        "dashboard:export": "Export reports, analytics and budget data in structured formats",
    }
)

# Interface 5 names the presets and their intent but not their scopes; these lists are ours.
PRESETS = MappingProxyType(
    {
        "full_access": tuple(SCOPES),
        "mcp_assistant": (
            "projects:read",
            "agents:read",
            "agents:write",
            "agents:interact",
            "pa:access",
            "dashboard:read",
        ),
        "vault_only": ("vault:read", "vault:write"),
        "read_only": ("projects:read", "agents:read", "vault:read", "work:read", "dashboard:read"),
        "worker": ("projects:read", "agents:read", "agents:write", "vault:use", "work:read", "work:write"),
        "pa_only": ("pa:access",),
    }
)

PRESET_DESCRIPTIONS = MappingProxyType(
    {
        "full_access": ("Full Access", "All features"),
        "mcp_assistant": (
            "MCP Assistant",
            "Read access to projects, full agent communication, PA access, dashboard viewing",
        ),
        "vault_only": ("Vault Only", "Read and write on the vault only"),
        "read_only": ("Read Only", "View-only across all resources"),
        "worker": ("Worker", "Does a project's work items: claims, reports, submits, asks the CEO, uses credentials"),
        "pa_only": ("PA Only", "Personal assistant access only"),
    }
)

# The interface's endpoint reference names agents:interact, its scope reference agents:write (interface 4.2). Either of
# them is enough. A refusal names the first.
ASK_SCOPES = ("agents:write", "agents:interact")
DECIDING_SCOPE = "projects:write"


def is_worker(scopes: AbstractSet[str]) -> bool:
    """Whether a caller with these scopes works on projects for the owner, and may not decide as the owner."""
    return "work:write" in scopes and DECIDING_SCOPE not in scopes


# Which scope reads events of which family. What no scope reads is for sessions and webhooks only, because it is about
# keys, security and the webhooks themselves.
EVENT_SCOPES = MappingProxyType(
    {
        "attention": "pa:access",
        "message": "agents:read",
        "approval": "projects:read",
        "deliverable": "projects:read",
        "project": "projects:read",
        "brief": "projects:read",
        "budget": "projects:read",
        "vault": "vault:read",
        "report": "pa:access",
        "task": "pa:access",
        "work": "work:read",
    }
)
