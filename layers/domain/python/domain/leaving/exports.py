"""Exports, for an account's people: asking for one, and fetching it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from common.caller import Caller, Origin
from common.clock import utc_now
from common.errors import NotFound
from common.ids import new_id
from common.services import service
from common.settings import settings
from domain.audit.log import actor_of, noting
from domain.audit.records import EntryType
from domain.events.log import commit
from domain.leaving.calling import Caller as Leaver
from domain.leaving.calling import leaver
from domain.leaving.models import ExportView
from domain.leaving.objects import ExportFiles, export_files
from domain.leaving.records import Export, ExportState
from domain.leaving.store import LeavingStore, leaving_store
from domain.limits.limiter import Limiter, limiter

LINK_SECONDS = 60 * 60
LATEST = "latest"
DAY = timedelta(days=1)


@service
class ExportService:
    """Starts exports and shows them. `most_a_day`: how many an account may ask for in a day."""

    store: LeavingStore
    files: ExportFiles
    limiter: Limiter
    call: Leaver
    now: Callable[[], datetime]
    most_a_day: int

    def ask(self, caller: Caller, origin: Origin) -> ExportView:
        """Start an export; returns it, or the one that is being made. Raises `TooManyRequests`."""
        account_id = caller.account_id
        for record in self.store.list_records(account_id):
            if isinstance(record, Export) and record.state is ExportState.WAITING:
                return ExportView.of(record)
        self.limiter.take(f"account#{account_id}#exports", most=self.most_a_day, within=DAY)
        now = self.now()
        export = Export(account_id=account_id, id=new_id("exp", now), asked_at=now)
        noted = noting(EntryType.EXPORT_MADE, account_id, now, actor_of(caller), origin, subject=export.id)
        commit([self.store.starting(export, now), noted])
        self.call.soon(account_id)
        return ExportView.of(export)

    def get(self, account_id: str, export_id: str) -> ExportView:
        """An export; while its file is there, with an address to fetch it from. The id `latest` is the last one.

        Raises `NotFound`, also when the export is gone.
        """
        now = self.now()
        export = self._latest(account_id) if export_id == LATEST else self.store.get_export(account_id, export_id)
        if export.state is not ExportState.READY or export.gone_at is None or now >= export.gone_at:
            return ExportView.of(export)
        seconds = min(LINK_SECONDS, int((export.gone_at - now).total_seconds()))
        name = f"atrium-export-{export.asked_at:%Y-%m-%d}.zip"
        return ExportView.of(export, self.files.link(export.object_key, name, max(1, seconds)))

    def _latest(self, account_id: str) -> Export:
        found = [record for record in self.store.list_records(account_id) if isinstance(record, Export)]
        if not found:
            raise NotFound("No such export.")
        return max(found, key=lambda export: export.id)


@cache
def export_service() -> ExportService:
    """The service, built once for each process."""
    return ExportService(leaving_store(), export_files(), limiter(), leaver(), utc_now, settings.exports_per_day)
