"""Subjects where something is bought, booked, ordered or given."""

from __future__ import annotations

from domain.projects.documents.subjects.subject import Subject, words

COMMERCE: tuple[Subject, ...] = (
    Subject(
        key="booking",
        name="Booking",
        pattern=words(
            r"book(?:ing|ings|able)?(?!\w), opentable, resy, calendly, reserv, appointment, time ?slot",
            "buch(?:en|ung), réserv, prenot",
        ),
        component="Booking",
        duty="keeps what is free, holds a slot while it is being confirmed, and never gives one away twice",
        criteria=(
            "Given a free slot, when the user confirms it, then it is theirs and is no longer offered to anybody else.",
            (
                "Given two users who confirm the last free slot at the same moment, then one gets it and the other is "
                "told at once and offered the nearest free ones."
            ),
            (
                "Given a confirmed booking, when the user cancels it by the link they received, then the slot is free "
                "again."
            ),
        ),
        risk="Two people are promised the same slot.",
        answer="Take a slot by one conditional write; nothing is confirmed before that write succeeded.",
        test="Confirm the same slot from two sessions at once: exactly one succeeds.",
        data="Booking: slot, party or service, contact, state, when made and by which way",
        screen="Availability and booking",
        steps=(
            "Choose day, time and what is wanted; only what is free is offered.",
            "Give the contact data that the confirmation needs, and nothing else.",
            "Check the summary and confirm.",
            "See the confirmation, with the way to change or cancel.",
        ),
        failure="The slot went to somebody else: say so, keep what was entered, offer the nearest free slots.",
        benefit="Book whenever it suits you, and know at once that it is settled.",
        is_personal=True,
    ),
    Subject(
        key="payments",
        name="Payments",
        pattern=words(
            r"pay(?:s|ing|ment|ments|able|pal)?(?!\w), paid, checkout, credit card, card payment, stripe",
            "adyen, mollie, klarna, braintree, sumup, in-app purchase, zahl(?:en|ung), bezahl, paiement, pago",
        ),
        component="Payments",
        duty="starts a payment at the provider and learns its result; card data never touches our systems",
        criteria=(
            (
                "Given an amount to pay, when the user pays, then they saw all of it, taxes and fees included, before, "
                "and get a receipt after."
            ),
            (
                "Given a payment the provider declines or never answers, then nothing is handed over, the user is told "
                "which, and can try again without entering everything anew."
            ),
            "Given the provider reports the same payment twice, then it is recorded once.",
        ),
        risk="A payment succeeds at the provider and is not known here, or is taken twice.",
        answer="One idempotency key per payment, the provider's signed notification as the truth, a daily comparison.",
        test="Decline a card, cut the connection after paying, deliver the notification twice: the books stay right.",
        data="Payment: amount, currency, provider reference, state; no card data",
        screen="Payment and receipt",
        steps=(
            "See the whole amount and what it is for.",
            "Choose a way to pay and pay with the provider.",
            "Come back to a receipt that names what happens next.",
        ),
        failure="The payment did not go through: say whether money moved, keep the basket, offer another way to pay.",
        benefit="Pay in one go, see the whole price first, get the receipt at once.",
        is_personal=True,
    ),
    Subject(
        key="ordering",
        name="Ordering",
        pattern=words(
            "(?<!in )order(?!ly), cart, basket, web ?shop, online shop, online store, takeaway, pre-?order",
            "shopify, woocommerce, bestell, commande, pedido",
        ),
        component="Orders",
        duty="holds the basket, fixes prices when the order is placed, and keeps an order's state",
        criteria=(
            (
                "Given a basket, when the user orders, then prices, availability and delivery are those shown, or the "
                "change is shown before they confirm."
            ),
            "Given a placed order, then the user gets a confirmation with its number and can see its state.",
            "Given an item that ran out meanwhile, then the order is not placed silently without it.",
        ),
        risk="Prices or availability change between basket and order.",
        answer="Check both again in the write that places the order and show any difference before confirming.",
        test="Change a price and empty a stock while a basket is open, then order.",
        data="Order: lines with the price at ordering time, totals, delivery, state and its history",
        screen="Basket and order",
        steps=(
            "Put things in the basket and change amounts.",
            "Choose how to receive it and see what that costs.",
            "Check the order and place it.",
            "Follow its state until it arrived.",
        ),
        failure="Something in the basket is no longer available: name it, keep the rest, suggest what comes closest.",
        benefit="Order in a few steps and always know where the order is.",
        is_personal=True,
    ),
    Subject(
        key="catalogue",
        name="Catalogue",
        pattern=words(
            r"menus?(?!\w), catalog, product pages?, product list, price list, dish, assortment, speisekarte",
            r"katalog, carta(?!\w), item listing, listings?(?!\w)",
        ),
        component="Catalogue",
        duty="is the one source for what is offered: descriptions, prices, pictures, edited without a developer",
        criteria=(
            "Given a change by an editor, when it is published, then every platform shows it without a release.",
            (
                "Given an entry, then its name, description, price and the properties people decide by are text, not a "
                "picture."
            ),
            "Given an entry that is not available now, then it says so instead of disappearing.",
        ),
        risk="Contents and prices go stale because changing them is tedious.",
        answer="Editing by the people who know, with a preview and a date from which a change applies.",
        test="Change, schedule and withdraw an entry as an editor; read it on every platform.",
        data="Catalogue entry: name, description, price, properties, pictures, availability",
        screen="Catalogue and entry",
        steps=(
            "See what is offered, ordered the way people look for it.",
            "Narrow it down by the properties that matter.",
            "Open an entry and see everything needed to decide.",
        ),
        failure="Nothing fits the chosen properties: say which one to loosen, show the closest entries.",
        benefit="See everything that is offered, up to date, and with what you need to decide.",
    ),
    Subject(
        key="vouchers",
        name="Vouchers",
        pattern=words(r"vouchers?(?!\w), gift cards?(?!\w), coupons?(?!\w), gutschein, discount codes?"),
        component="Vouchers",
        duty="issues vouchers, knows what each is still worth, and lets nobody spend it twice",
        criteria=(
            "Given a bought voucher, then the buyer gets it at once in a form that can be given away.",
            "Given a voucher that is redeemed in part, then the rest stays on it and can be asked for.",
            "Given two attempts to redeem the same rest at the same moment, then one succeeds.",
        ),
        risk="A voucher is spent twice, or its rest is disputed.",
        answer="A balance made of movements, changed by one conditional write, with a code nobody can guess.",
        test="Redeem one code from two places at once; guess codes; redeem in part and ask for the rest.",
        data="Voucher: code, worth, movements, until when it is valid",
        screen="Voucher",
        steps=(
            "Choose the worth and how it is handed over.",
            "Pay, and receive the voucher.",
            "Redeem it in full or in part, and see what is left.",
        ),
        failure="The code is unknown, spent or no longer valid: say which, and what is left on it.",
        benefit="A present that is there at once and never lost.",
    ),
    Subject(
        key="donations",
        name="Giving",
        pattern=words(r"donat, justgiving, donorbox, gift aid, fundrais, sponsor, spende, dons(?!\w)"),
        component="Giving",
        duty="takes single and repeated gifts, says thank you, and keeps what the tax office asks for",
        criteria=(
            (
                "Given an amount of the giver's choice, when they give, then they see what it is for and get the "
                "acknowledgement they can use for taxes."
            ),
            "Given a repeated gift, then the giver can change or end it without asking anybody.",
            "Given a giver who wants no contact, then they get the acknowledgement and nothing else.",
        ),
        risk="A giver feels tricked by a preselected amount or a repeated gift.",
        answer="Single gifts by default, nothing preselected beyond an example, ending as easy as beginning.",
        test="Give once, repeatedly and anonymously; change and end a repeated gift.",
        data="Gift: amount, purpose, rhythm, acknowledgement, consent to contact",
        screen="Give",
        steps=(
            "See what a gift does.",
            "Choose amount and rhythm, and whether to be contacted.",
            "Give, and see a thank-you with the acknowledgement.",
        ),
        failure="The gift did not go through: say that nothing was taken, keep the amount, offer another way.",
        benefit="See what your gift does, and stay in control of it.",
        is_personal=True,
    ),
    Subject(
        key="subscriptions",
        name="Subscriptions and billing",
        pattern=words(r"subscri, chargebee, billing, invoic, trials?(?!\w), renewal, pricing plans?, abonn, rechnung"),
        component="Billing",
        duty="knows each customer's plan, period and invoices, and what the plan allows",
        criteria=(
            (
                "Given a plan change in the middle of a period, then the user sees what it costs now and what it will "
                "cost then, before confirming."
            ),
            "Given a failed renewal, then access continues for the announced grace period and the user is told.",
            "Given an ended subscription, then data can still be exported and no further charge happens.",
        ),
        risk="A customer is charged for something they believe they ended.",
        answer="One page with plan, next charge and the end button; a written confirmation of every change.",
        test="Upgrade, downgrade, fail a renewal and end within one period; compare every invoice by hand.",
        data="Subscription: plan, period, state; invoice: lines, taxes, number",
        screen="Plan and invoices",
        steps=(
            "See the present plan, the next charge and past invoices.",
            "Choose another plan and see the difference in money and in what it allows.",
            "Confirm, and get the change in writing.",
        ),
        failure="The charge failed: say until when everything keeps working and what to do.",
        benefit="One page with your plan, your next charge and every invoice.",
        is_personal=True,
    ),
    Subject(
        key="stock",
        name="Stock",
        pattern=words("stock, inventor, warehouse, barcode, supplier, lager"),
        component="Stock",
        duty="counts what is there by movements, so that every number can be explained",
        criteria=(
            "Given a movement, when it is recorded, then the count changes at once for everybody.",
            "Given a count that differs from reality, when it is corrected, then who, when and why stay visible.",
            "Given stock at its warning level, then the person responsible is told once, not every day.",
        ),
        risk="Counts drift from reality and nobody trusts them.",
        answer="Movements instead of overwritten numbers, quick corrections, and a regular count of a part.",
        test="Record movements from two devices at once, one of them without a connection; compare the count.",
        data="Stock item: place, count, warning level; movement: what, how many, who, why",
        screen="Stock and movement",
        steps=(
            "Find the item by name or code.",
            "Record what came, went or was counted.",
            "See the new count and what it sets off.",
        ),
        failure="The code is unknown: offer to search by name or to create the item.",
        benefit="Know what is there, and why, without walking over to look.",
    ),
)
