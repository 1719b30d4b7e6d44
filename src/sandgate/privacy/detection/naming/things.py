"""Things that are counted: what an order, a part or a case has is a number of its own, and nobody's phone or paper."""

from __future__ import annotations

import re

from ..words import words
from ..writing.folding import unaccented

COUNTED = words("""
    order case ticket ref reference invoice tracking part serial batch lot model item job claim
    policy booking confirmation transaction id sku isbn upc ean gtin seq sequence ack
    po wo rma rfq awb asn grn vin imei imsi iccid pnr mrn npi ein vat shipment parcel consignment waybill container
    voucher receipt docket account acct a/c konto gl g/l ledger routing iban tag asset
    requisition barcode meter s/n p/n sn pn quotation
    aktenzeichen az gz geschäftszeichen vertrag
    bestellung auftrag rechnung vorgang commande facture dossier pedido factura ordine fattura bestelling factuur
    encomenda fatura zamówienie zamówienia zamówieniu faktura faktury objednávka objednávky objednávce objednávku ordre
    beställning tilaus tilauksen tilauksesta sipariş rendelés comanda comenzii narudžba narudžbe παραγγελία τιμολόγιο
    artículo articulo artikel article articolo artigo referencia référence riferimento referência pieza pièce
    product produkt produit producto prodotto produto
    заказ заказа заказу замовлення поръчка 订单 订单号 注文番号 주문번호
""")
"""Also as they are said in sentences: `call me about order 4711`, in other languages with their endings."""
_FIELDS = frozenset(map(unaccented, COUNTED))
_ENDS = ("nummer", "nnr", "lnr", "snr", "tnr", "gnr", "rnr", "-nr", ".nr")
_OF_PHONES = (
    "tel", "mob", "handy", "ruf", "fax", "gsm", "nummer", "durchwahl", "kontakt", "contact", "notruf", "privat",
    "service", "support", "hotline", "büro", "buro", "festnetz", "rück", "ruck", "zentral", "arbeit", "whatsapp",
    "direkt", "direct", "nood",
)  # fmt: skip

_NUMBERED_THING = re.compile(
    r"tracking|\b(?:order|invoice|reference|serial|confirmation|ticket|case|part|model|lot|batch|booking|build|run|job"
    r"|po|wo|so|purchase|shipment|delivery|container|rma|journal|voucher|receipt|document|doc|asset|item|material"
    r"|transaction|trx|txn|ledger|gl|policy|claim|requisition|quote) (?:number|no|num|nr|nbr|code)s?$"
    r"|^(?:gl|g l|ledger|cost cent(?:er|re)|coa|kostenstelle|sachkonto)(?: (?:account|acct|code|string|segment))?s?$"
    r"|\b(?:account|acct|fund|object|dept|department) code$"
)


def counts_in_one_word(word: str) -> bool:
    """`kundennummer`, `bestellnr`, `auftrags-nr`: but not `privatnummer`, at which somebody is called."""
    return word.endswith(_ENDS) and not word.startswith(_OF_PHONES)


def names_a_count(words: str) -> bool:
    """`vendor part`, `Auftragsnummer`: of a field whose words promise nothing else."""
    last = words.rpartition(" ")[2]
    return last in _FIELDS or counts_in_one_word(last)


def numbers_a_thing(words: str) -> bool:
    """`tracking number`, `GL account`, `department code`."""
    return bool(_NUMBERED_THING.search(words))
