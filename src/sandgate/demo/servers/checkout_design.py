"""The text of the drive's design document, about 2,000 words, as a team would leave it after a pilot."""

from __future__ import annotations

CHECKOUT_DESIGN = """\
# Checkout redesign

Status: in pilot since 12 October 2026 · Owners: shop team and payments team · Last edited: 30 October 2026

## 1. Summary

The checkout of the web shop takes five pages and, for a returning customer, a little over three minutes. Of every
hundred people who open the basket, thirty-eight finish an order. Most of those who leave do so on the address page
and on the page where the delivery method is chosen. This document describes a checkout on a single page, the changes
behind it, what we learned in the first weeks of the pilot, and the faults that have to be fixed before all customers
get it.

The pilot serves ten percent of visitors in the Netherlands, Germany and the United States. In the pilot group
forty-four of a hundred finish. Support requests about payment went up in the same time, and section 9 lists why.

## 2. Goals

1. A returning customer can place an order in less than sixty seconds without typing an address.
2. A new customer never has to create an account to pay.
3. Every price that influences the total is visible before the payment method is chosen.
4. A payment that fails can be tried again without filling in anything twice.
5. The page works with a keyboard and a screen reader, and on a phone with a slow connection.

### Not goals

We do not change how prices are calculated, how stock is reserved, or how refunds are made. The mobile applications
keep their own checkout until the second half of next year. Gift cards stay on the old pages, because their rules
differ by country and the legal review has not ended.

## 3. How customers buy today

A customer goes from the basket to the login, then to addresses, delivery, payment and confirmation. Each page is
rendered by the shop server and saved when the customer presses the button at its end. When anything is wrong, the
page is shown again with a message at the top. People on phones often do not see that message, since the browser
scrolls to the first field. In the recordings we watched, nine out of twenty people pressed the button a second time
and believed the shop to be broken.

Prices are a second source of doubt. Delivery is added on the third page and taxes for customers in the United States
on the fourth. In the interviews people described this as the moment at which they started to compare with other
shops.

The third problem is the login. It offers three ways to sign in and a link to go on without an account, in that order.
About a fifth of the visitors who do have an account ask for a new password at this point, and half of them never come
back from their mail program.

## 4. Proposed design

### 4.1 One page, four sections

The page has the sections *Contact*, *Delivery*, *Payment* and *Review*. All are open from the beginning. A section
that is complete shows a short summary and a button to edit it. The order button is active at all times; pressing it
moves the focus to the first field that is missing and reads out what is needed.

A summary of the basket stays visible beside the sections on wide screens and as a bar at the bottom on small ones. It
shows goods, delivery, taxes and the total, and it is updated after each change. While an update is running, the old
figures are shown in grey instead of being removed, because a total that disappears makes people nervous.

### 4.2 Contact

We ask for an e-mail address first. If it belongs to an account, a link with a code is offered, but never required.
The order is attached to the account later, when the customer confirms the address. This removes the login page
without losing the history that returning customers expect.

### 4.3 Delivery

The address form begins with the country and a single line for the address. Suggestions come from the address service
after four characters. A customer can always enter the parts by hand, and a failure of the service is not visible
except that no suggestions appear. Delivery methods are loaded as soon as country and postal code are known, sorted by
date of arrival, with the cheapest marked.

### 4.4 Payment

Payment methods come from the provider and depend on country, currency and total. Card fields are hosted by the
provider, so card numbers never reach our servers. For methods that leave the page, such as a bank transfer or a
wallet, we keep the state of the order for thirty minutes and bring the customer back to the same place, whatever the
outcome.

### 4.5 Review

The review section repeats the items, the address and the arrival date in one sentence each. The terms are linked, not
shown in a box. After the order is placed the same page turns into the confirmation, with the order number and a link
to follow the parcel.

## 5. Architecture

The page talks to one new service, *checkout-session*. A session is created when the basket is opened and holds
everything the customer has entered. It is the only place where the state of a checkout is kept, and it is thrown away
thirty days after the last change.

| Part | Responsibility | Owner |
|---|---|---|
| checkout page | shows sections, validates form, never computes a price | shop team |
| checkout-session | keeps the state, asks the other services, decides what is missing | shop team |
| pricing | goods, discounts, delivery and taxes for one session | pricing team |
| payments | creates, confirms and repeats payments at the provider | payments team |
| orders | turns a paid session into an order exactly once | order team |

Each change of the page is one request that carries the number of the version it started from. If another tab changed
the session meanwhile, the service answers with the newer state and the page shows what is different. We chose this
over locking, since people open the basket on a phone and finish on a laptop, and a lock would leave one of the two
unusable.

The call from *payments* to *orders* carries a key made from the session and the attempt. *Orders* remembers keys for
seven days and returns the first answer again when it sees one twice. Without this, a repeated message from the
provider would create a second order; it happened four times in the last quarter.

### 5.1 Failure modes

- **Pricing is slow.** The page waits two seconds, then allows the customer to go on with the last known total, marked
  as an estimate. The order button stays inactive until the final figure is known.
- **The address service is down.** Suggestions disappear; nothing else changes.
- **The provider does not answer.** The attempt is marked as unknown, a job asks every minute for its result, and the
  customer is told that a message will follow. We never offer a second attempt while the first one is unknown.
- **Orders rejects the session.** The money is reserved but not captured. Support sees the session in its list and can
  either repeat the step or release the money.

## 6. Data and privacy

A session holds name, address, e-mail and phone number. They are encrypted with a key per country and are never
written to logs. Log lines carry the session number and the names of the fields that changed. People who ask for their
data get the sessions of the last thirty days; a deletion request removes them within a day.

Analytics receives which section was completed and how long it took, without any content of the fields. The consent
banner decides whether even that is sent. In the pilot sixty-one percent agreed.

## 7. Measures of success

| Measure | Before | Pilot | Target |
|---|---|---|---|
| finished orders per hundred baskets | 38 | 44 | 46 |
| median time, returning customer | 184 s | 71 s | 60 s |
| payment attempts per order | 1.21 | 1.34 | 1.15 |
| support requests per thousand orders | 9.4 | 12.8 | 8.0 |
| share of orders with an account | 57 % | 55 % | 55 % |

The number of attempts per order rose, and that is the reason why the roll-out stopped at ten percent. About two
thirds of the additional attempts come from two of the faults below, BUG-02 and BUG-05. We expect the rest to
disappear when the error texts of the provider are translated.

## 8. Roll-out

1. Ten percent in three countries, until the faults marked *high* are closed and stay closed for one week.
2. Half of the visitors in the same countries for two weeks. The old pages remain available behind a link.
3. All countries in which we offer cards and at least one local method.
4. Removal of the old pages, not before February, since the weeks around the holidays are frozen.

The switch is a flag per country and can be turned back within a minute. Sessions that were started on the new page
are finished there, because moving them back would lose the payment attempt.

Each step has a named person who decides, a page with the four measures, and a written condition for going back: more
than one percent of attempts in the state *unknown*, or a finishing rate below the old pages on two days in a row.

### 8.1 Support

Support received a short training on 9 October and has a view of the session with all steps and answers of the
provider. They asked for a button that sends the customer a link to the session. It is planned for the second step.
Until then they read the order number to the customer, who types it on the tracking page.

## 9. Known bugs

Found in the pilot up to 30 October. The number in brackets is how often it was reported.

- **BUG-01 (high)** Total not updated after the delivery country changes. When the country is changed after a delivery
  method was chosen, the bar keeps the old delivery price until the page is loaded again. The amount that is charged
  is right. (41)
- **BUG-02 (high)** Second attempt after a declined card is refused. The payment form sends the key of the first
  attempt again, so the provider answers with the old refusal. The customer has to reload the page. (118)
- **BUG-03 (medium)** Address suggestions cover the order button on small phones. On screens under 360 pixels the list
  is drawn above the bar and cannot be closed without choosing an entry. (23)
- **BUG-04 (low)** Arrival date shows the day before for customers west of Greenwich. The date is turned into local
  time twice. (17)
- **BUG-05 (high)** Wallet payment returns to an empty page. If the wallet application stays open for more than ten
  minutes, the return link lacks the session and the page shows an empty basket although the payment went through.
  (64)
- **BUG-06 (medium)** Screen reader announces the total on every key press. The live region covers the whole bar
  instead of the figure. (6)
- **BUG-07 (medium)** Discount code is lost when the e-mail address is edited. Changing the contact section creates a
  new version of the session without the code. (29)
- **BUG-08 (low)** Postal codes with a space are rejected in the Netherlands. The check runs before the space is
  removed. (35)
- **BUG-09 (high)** Two orders for one payment when two tabs are open. If both tabs press the order button within the
  same second, the key differs because it contains the version of the session. Seen twice, both refunded. (2)
- **BUG-10 (medium)** Company name missing on the invoice. The field is optional on the page and is not passed on to
  orders. (12)
- **BUG-11 (low)** Grey total never becomes black again after the connection was lost and came back. Only the look is
  wrong. (9)
- **BUG-12 (medium)** Tax line for the United States says "VAT". The label is taken from the country of the shop, not
  from that of the delivery. (14)

## 10. Open questions

- Should a session be shared between the application and the web shop once the applications move to the same service?
  The shop team thinks so; the application team would like to see numbers first.
- May we keep an address for the next order if the customer has no account? Legal answered that a separate consent is
  needed.
- Who owns the translation of error texts that come from the provider? There are about two hundred of them, and they
  change without notice.
- Do we need a limit for the number of attempts per session? Fraud suggests five within an hour.

## 11. Decisions so far

| Date | Decision | Reason |
|---|---|---|
| 3 August | sessions instead of a signed cookie | the state outgrew four kilobytes in the first test |
| 21 August | hosted card fields | keeps card numbers away from our servers |
| 4 September | no lock between tabs | people change devices in the middle |
| 18 September | order button always active | people did not understand a button they could not press |
| 16 October | stop at ten percent | payment attempts per order went up |
| 28 October | keep the flag per country, not per visitor | a person should not see two different shops in one week |
"""
