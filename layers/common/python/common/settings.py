"""The environment variables of a function, named and typed. No other module of the product reads `os.environ`."""

from __future__ import annotations

import os

from common.services import frozen


@frozen
class Settings:
    """Each property reads one variable that `template.yaml` gives to the functions that need it.

    Raises:
        KeyError: `template.yaml` does not give this function the variable. This is a mistake in the template.
    """

    @property
    def identity_table(self) -> str:
        """The table of accounts, users, sessions, login failures, and factors with their challenges."""
        return os.environ["IDENTITY_TABLE"]

    @property
    def limits_table(self) -> str:
        """The table that counts requests and attempts, each of which has a limit."""
        return os.environ["LIMITS_TABLE"]

    @property
    def counters_key(self) -> str:
        """The secret for HMACs of addresses in counters and for sealing MCP's `requestState`. It is the stack's id."""
        return os.environ["COUNTERS_KEY"]

    @property
    def leaving_table(self) -> str:
        """The table of deleted projects, closing accounts and exports, and of rows that they took from other tables."""
        return os.environ["LEAVING_TABLE"]

    @property
    def exports_bucket(self) -> str:
        """The bucket of exports, which keeps each for a day."""
        return os.environ["EXPORTS_BUCKET"]

    @property
    def search_bucket(self) -> str:
        """The bucket of search indexes, one file for each account."""
        return os.environ["SEARCH_BUCKET"]

    @property
    def search_queue_url(self) -> str:
        """The FIFO queue of accounts whose search index must be brought up to date."""
        return os.environ["SEARCH_QUEUE_URL"]

    @property
    def exports_per_day(self) -> int:
        """How many exports an account may ask for within a day."""
        return int(os.environ["EXPORTS_PER_DAY"])

    @property
    def thinker_function(self) -> str:
        """The function that asks the language model."""
        return os.environ["THINKER_FUNCTION"]

    @property
    def leaver_function(self) -> str:
        """The function that deletes, restores and exports."""
        return os.environ["LEAVER_FUNCTION"]

    @property
    def key_requests_per_second(self) -> int:
        """How many requests a key or a session may make in a second."""
        return int(os.environ["KEY_REQUESTS_PER_SECOND"])

    @property
    def key_requests_per_minute(self) -> int:
        """How many requests a key or a session may make in a minute."""
        return int(os.environ["KEY_REQUESTS_PER_MINUTE"])

    @property
    def account_requests_per_minute(self) -> int:
        """How many requests all keys and sessions of an account may make in a minute."""
        return int(os.environ["ACCOUNT_REQUESTS_PER_MINUTE"])

    @property
    def questions_per_hour(self) -> int:
        """How many questions an account may ask the CEO in an hour."""
        return int(os.environ["QUESTIONS_PER_HOUR"])

    @property
    def open_polls_per_account(self) -> int:
        """How many long polls (requests that wait for something new) an account may have at once."""
        return int(os.environ["OPEN_POLLS_PER_ACCOUNT"])

    @property
    def refused_keys_per_minute(self) -> int:
        """How many refused API keys an address may send in a minute."""
        return int(os.environ["REFUSED_KEYS_PER_MINUTE"])

    @property
    def keys_table(self) -> str:
        """The table of API keys and connections."""
        return os.environ["KEYS_TABLE"]

    @property
    def projects_table(self) -> str:
        """The table of projects and what belongs to them."""
        return os.environ["PROJECTS_TABLE"]

    @property
    def conversations_table(self) -> str:
        """The table of threads, their messages and cards."""
        return os.environ["CONVERSATIONS_TABLE"]

    @property
    def vault_table(self) -> str:
        """The table of credentials, their ciphertexts, requests and uses, and of asks and grants to call with them."""
        return os.environ["VAULT_TABLE"]

    @property
    def vault_key_id(self) -> str:
        """The KMS key that encrypts credentials."""
        return os.environ["VAULT_KEY_ID"]

    @property
    def work_table(self) -> str:
        """The table of work items, their notes and submissions."""
        return os.environ["WORK_TABLE"]

    @property
    def egress_function(self) -> str:
        """The function that calls hosts with credentials."""
        return os.environ["EGRESS_FUNCTION"]

    @property
    def credential_calls_per_minute(self) -> int:
        """How many calls to hosts may be made with one credential in a minute."""
        return int(os.environ["CREDENTIAL_CALLS_PER_MINUTE"])

    @property
    def usage_table(self) -> str:
        """The table that counts requests and tokens, and keeps some requests for a while."""
        return os.environ["USAGE_TABLE"]

    @property
    def pa_table(self) -> str:
        """The table of the assistant's tasks, runs, reports, chat and cards."""
        return os.environ["PA_TABLE"]

    @property
    def runs_queue_url(self) -> str:
        """The queue of due task runs."""
        return os.environ["RUNS_QUEUE_URL"]

    @property
    def runs_queue_arn(self) -> str:
        """The ARN of the queue of due task runs; the scheduler wants an ARN."""
        return os.environ["RUNS_QUEUE_ARN"]

    @property
    def schedule_group(self) -> str:
        """The group of our one-time schedules."""
        return os.environ["SCHEDULE_GROUP"]

    @property
    def schedule_role_arn(self) -> str:
        """The role that lets the scheduler send to the queue of due task runs."""
        return os.environ["SCHEDULE_ROLE_ARN"]

    @property
    def idempotency_table(self) -> str:
        """The table of answers that are given again when an `Idempotency-Key` is repeated."""
        return os.environ["IDEMPOTENCY_TABLE"]

    @property
    def ceo_queue_url(self) -> str:
        """The FIFO queue of what the CEO has to react to."""
        return os.environ["CEO_QUEUE_URL"]

    @property
    def think_queue_url(self) -> str:
        """The FIFO queue of work for the model."""
        return os.environ["THINK_QUEUE_URL"]

    @property
    def decisions_table(self) -> str:
        """The table of approvers, and of whom to ask when a customer is silent."""
        return os.environ["DECISIONS_TABLE"]

    @property
    def events_table(self) -> str:
        """The table of every account's events, and of those that have no place in the order of events yet."""
        return os.environ["EVENTS_TABLE"]

    @property
    def events_queue_url(self) -> str:
        """The FIFO queue of accounts whose new events must get their places in the order of events."""
        return os.environ["EVENTS_QUEUE_URL"]

    @property
    def audit_key_id(self) -> str:
        """The KMS key that signs the checkpoints of security logs."""
        return os.environ["AUDIT_KEY_ID"]

    @property
    def webhooks_table(self) -> str:
        """The table of webhook endpoints, their sealed secrets and their deliveries."""
        return os.environ["WEBHOOKS_TABLE"]

    @property
    def webhooks_key_id(self) -> str:
        """The KMS key that seals the secrets of webhook endpoints."""
        return os.environ["WEBHOOKS_KEY_ID"]

    @property
    def factors_key_id(self) -> str:
        """The KMS key that seals the secrets of authenticator apps."""
        return os.environ["FACTORS_KEY_ID"]

    @property
    def deliveries_queue_url(self) -> str:
        """The queue of deliveries to webhook endpoints."""
        return os.environ["DELIVERIES_QUEUE_URL"]

    @property
    def repository_queue_url(self) -> str:
        """The FIFO queue of projects with documents to deliver into a source repository."""
        return os.environ["REPOSITORY_QUEUE_URL"]

    @property
    def private_webhook_targets(self) -> bool:
        """Whether calls to hosts (webhooks, vault, Git, metadata) may go to this machine; only for a local cloud."""
        return os.environ.get("PRIVATE_WEBHOOK_TARGETS") == "true"

    @property
    def mail_from(self) -> str | None:
        """The address that mails are sent from; None when no mail is sent."""
        return os.environ.get("MAIL_FROM") or None

    @property
    def public_url(self) -> str | None:
        """The origin under which people reach the product, without a path; None when the operator set none."""
        return os.environ.get("PUBLIC_URL") or None

    @property
    def mail_table(self) -> str:
        """The table of mails, accounts' settings for them, tokens, and suppressed addresses."""
        return os.environ["MAIL_TABLE"]

    @property
    def mails_queue_url(self) -> str:
        """The queue of mails to be sent."""
        return os.environ["MAILS_QUEUE_URL"]

    @property
    def mail_configuration_set(self) -> str:
        """SES's configuration set, which tells us of bounces and complaints."""
        return os.environ["MAIL_CONFIGURATION_SET"]

    @property
    def thinking_table(self) -> str:
        """The table of the steps in which the model is asked, and of whether the model works at present."""
        return os.environ["THINKING_TABLE"]

    @property
    def model(self) -> str | None:
        """The language model, as `provider:name`; None when the rules alone answer."""
        return os.environ.get("MODEL") or None

    @property
    def model_base_url(self) -> str | None:
        """The URL of a server that speaks the provider's protocol; None means the provider's own server."""
        return os.environ.get("MODEL_BASE_URL") or None

    @property
    def model_key_secret_arn(self) -> str | None:
        """The ARN of the secret with the model's API key; None when the model wants no key."""
        return os.environ.get("MODEL_KEY_SECRET_ARN") or None

    @property
    def model_deadline_seconds(self) -> int:
        """How long the model may take for one question."""
        return int(os.environ["MODEL_DEADLINE_SECONDS"])

    @property
    def model_monthly_tokens(self) -> int:
        """How many tokens of the language model an account may spend in a month."""
        return int(os.environ["MODEL_MONTHLY_TOKENS"])

    @property
    def failed_sign_ins_per_address(self) -> int:
        """How many wrong passwords may come from one address in 15 minutes."""
        return int(os.environ["FAILED_SIGN_INS_PER_ADDRESS"])

    @property
    def failed_sign_ins_per_account(self) -> int:
        """After how many wrong passwords in a row an account lets in only sign-ins from places that it knows."""
        return int(os.environ["FAILED_SIGN_INS_PER_ACCOUNT"])

    @property
    def sign_ups_per_address(self) -> int:
        """How many accounts may be made from one address in an hour."""
        return int(os.environ["SIGN_UPS_PER_ADDRESS"])

    @property
    def reset_mails_per_address(self) -> int:
        """How many mails to reset a password may be asked for from one address in an hour."""
        return int(os.environ["RESET_MAILS_PER_ADDRESS"])

    @property
    def leak_reports_per_minute(self) -> int:
        """How many API keys one address may report as leaked within a minute."""
        return int(os.environ["LEAK_REPORTS_PER_MINUTE"])

    @property
    def clients_table(self) -> str:
        """The table of programs that may ask to be connected, and of their requests."""
        return os.environ["CLIENTS_TABLE"]

    @property
    def connecting_per_address(self) -> int:
        """How often an hour one address may do each step of connecting: register, authorize, guess a code and so on."""
        return int(os.environ["CONNECTING_PER_ADDRESS"])

    @property
    def security_contact(self) -> str | None:
        """Where vulnerabilities are reported, as a URI; None when the operator named nobody."""
        return os.environ.get("SECURITY_CONTACT") or None

    @property
    def signup_open(self) -> bool:
        """Whether anybody may sign up."""
        return os.environ.get("SIGNUP_OPEN", "true") == "true"


settings = Settings()
