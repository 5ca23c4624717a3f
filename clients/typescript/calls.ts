/**
 * Calls of the public API, generated from the contract by npm run generate (docs/api.md).
 */
import * as Oazapfts from "@oazapfts/runtime";
import * as QS from "@oazapfts/runtime/query";
export const defaults: Oazapfts.Defaults<Oazapfts.CustomHeaders> = {
    headers: {},
    baseUrl: "/"
};
const oazapfts = Oazapfts.runtime(defaults);
export const servers = {
    server1: "/"
};
export type SubscriptionPrice = {
    id: string;
    serviceId: string;
    subscriptionProductId: string;
    "type": 0 | 1;
    billingPeriod: 0 | 1 | 2 | 3 | 4;
    price: number;
    priceBefore: number | null;
    currency: "usd" | "mxn" | "eur" | "brl" | "inr" | "aed" | "afn" | "all" | "amd" | "ang" | "aoa" | "ars" | "aud" | "awg" | "azn" | "bam" | "bbd" | "bdt" | "bgn" | "bhd" | "bif" | "bmd" | "bnd" | "bob" | "bsd" | "bwp" | "byn" | "bzd" | "cad" | "cdf" | "chf" | "clp" | "cny" | "cop" | "crc" | "cve" | "czk" | "djf" | "dkk" | "dop" | "dzd" | "egp" | "etb" | "fjd" | "fkp" | "gbp" | "gel" | "gip" | "gmd" | "gnf" | "gtq" | "gyd" | "hkd" | "hnl" | "htg" | "huf" | "idr" | "ils" | "isk" | "jmd" | "jod" | "jpy" | "kes" | "kgs" | "khr" | "kmf" | "krw" | "kwd" | "kyd" | "kzt" | "lak" | "lbp" | "lkr" | "lrd" | "lsl" | "mad" | "mdl" | "mga" | "mkd" | "mmk" | "mnt" | "mop" | "mur" | "mvr" | "mwk" | "myr" | "mzn" | "nad" | "ngn" | "nio" | "nok" | "npr" | "nzd" | "omr" | "pab" | "pen" | "pgk" | "php" | "pkr" | "pln" | "pyg" | "qar" | "ron" | "rsd" | "rub" | "rwf" | "sar" | "sbd" | "scr" | "sek" | "sgd" | "shp" | "sle" | "sos" | "srd" | "std" | "szl" | "thb" | "tjs" | "tnd" | "top" | "try" | "ttd" | "twd" | "tzs" | "uah" | "ugx" | "uyu" | "uzs" | "vnd" | "vuv" | "wst" | "xaf" | "xcd" | "xof" | "xpf" | "yer" | "zar" | "zmw";
    trialDays: number;
    active: boolean;
};
export type TenantProduct = {
    id: string;
    active: boolean;
    subscriptionProduct: {
        id: string;
        tier: number;
        title: string;
        maxUsers: number;
        maxTransactions: number;
        maxStorage: number;
        auditDays: number;
        badge: string;
    };
    subscriptionPrice: SubscriptionPrice;
    trialEnds: number | null;
    startDate: string;
    endDate: string | null;
    cancelledAt: string | null;
    graceEnds: string | null;
    asOf: string | null;
    status: "active" | "trialing" | "past_due" | "paused" | "canceled";
    granted: boolean;
};
export type TenantUser = {
    id: string;
    tenantId: string;
    userId: string;
    email: string;
    firstName: string;
    lastName: string;
    phone: string;
    role: 0 | 1 | 2 | 3;
    status: 0 | 1 | 2 | 3;
    joined: 0 | 1 | 2 | 3;
    accepted: boolean;
    user: {
        avatar: string;
    };
};
export type TenantSummary = {
    id: string;
    uuid: string;
    name: string;
    subdomain: string;
    domain: string;
    icon: string;
    logo: string;
    logoDarkmode: string;
    appTheme: string;
    appColor: string;
    currency: "usd" | "mxn" | "eur" | "brl" | "inr" | "aed" | "afn" | "all" | "amd" | "ang" | "aoa" | "ars" | "aud" | "awg" | "azn" | "bam" | "bbd" | "bdt" | "bgn" | "bhd" | "bif" | "bmd" | "bnd" | "bob" | "bsd" | "bwp" | "byn" | "bzd" | "cad" | "cdf" | "chf" | "clp" | "cny" | "cop" | "crc" | "cve" | "czk" | "djf" | "dkk" | "dop" | "dzd" | "egp" | "etb" | "fjd" | "fkp" | "gbp" | "gel" | "gip" | "gmd" | "gnf" | "gtq" | "gyd" | "hkd" | "hnl" | "htg" | "huf" | "idr" | "ils" | "isk" | "jmd" | "jod" | "jpy" | "kes" | "kgs" | "khr" | "kmf" | "krw" | "kwd" | "kyd" | "kzt" | "lak" | "lbp" | "lkr" | "lrd" | "lsl" | "mad" | "mdl" | "mga" | "mkd" | "mmk" | "mnt" | "mop" | "mur" | "mvr" | "mwk" | "myr" | "mzn" | "nad" | "ngn" | "nio" | "nok" | "npr" | "nzd" | "omr" | "pab" | "pen" | "pgk" | "php" | "pkr" | "pln" | "pyg" | "qar" | "ron" | "rsd" | "rub" | "rwf" | "sar" | "sbd" | "scr" | "sek" | "sgd" | "shp" | "sle" | "sos" | "srd" | "std" | "szl" | "thb" | "tjs" | "tnd" | "top" | "try" | "ttd" | "twd" | "tzs" | "uah" | "ugx" | "uyu" | "uzs" | "vnd" | "vuv" | "wst" | "xaf" | "xcd" | "xof" | "xpf" | "yer" | "zar" | "zmw";
    subscriptionCustomerId: string | null;
    subscriptionPlanId: string | null;
    products: TenantProduct[];
    currentUser: TenantUser | null;
    usersCount: number;
    suspension: {
        since: string;
        reason: string;
    } | null;
    requiresFactor: boolean;
    seatsTaken: number;
};
export type Problem = {
    "type": string;
    title: string;
    status: number;
    code: string;
    /** The request id of an unexpected failure */
    detail?: string;
    /** Values that the translation names */
    params?: object;
    /** Codes of the refused fields of the body or query, by name */
    errors?: {
        [key: string]: string[];
    };
    /** With `errors.conflict.changed`: the record as it is now */
    current?: object;
};
export type Invoice = {
    id: string;
    "number": string | null;
    created: string;
    dueDate: string | null;
    status: string;
    currency: "usd" | "mxn" | "eur" | "brl" | "inr" | "aed" | "afn" | "all" | "amd" | "ang" | "aoa" | "ars" | "aud" | "awg" | "azn" | "bam" | "bbd" | "bdt" | "bgn" | "bhd" | "bif" | "bmd" | "bnd" | "bob" | "bsd" | "bwp" | "byn" | "bzd" | "cad" | "cdf" | "chf" | "clp" | "cny" | "cop" | "crc" | "cve" | "czk" | "djf" | "dkk" | "dop" | "dzd" | "egp" | "etb" | "fjd" | "fkp" | "gbp" | "gel" | "gip" | "gmd" | "gnf" | "gtq" | "gyd" | "hkd" | "hnl" | "htg" | "huf" | "idr" | "ils" | "isk" | "jmd" | "jod" | "jpy" | "kes" | "kgs" | "khr" | "kmf" | "krw" | "kwd" | "kyd" | "kzt" | "lak" | "lbp" | "lkr" | "lrd" | "lsl" | "mad" | "mdl" | "mga" | "mkd" | "mmk" | "mnt" | "mop" | "mur" | "mvr" | "mwk" | "myr" | "mzn" | "nad" | "ngn" | "nio" | "nok" | "npr" | "nzd" | "omr" | "pab" | "pen" | "pgk" | "php" | "pkr" | "pln" | "pyg" | "qar" | "ron" | "rsd" | "rub" | "rwf" | "sar" | "sbd" | "scr" | "sek" | "sgd" | "shp" | "sle" | "sos" | "srd" | "std" | "szl" | "thb" | "tjs" | "tnd" | "top" | "try" | "ttd" | "twd" | "tzs" | "uah" | "ugx" | "uyu" | "uzs" | "vnd" | "vuv" | "wst" | "xaf" | "xcd" | "xof" | "xpf" | "yer" | "zar" | "zmw";
    total: number;
    totalExcludingTax: number;
    taxes: {
        kind: "vat" | "gst" | "salesTax" | "other";
        rate: number | null;
        country: string | null;
        state: string | null;
        amount: number;
        isReverseCharge: boolean;
    }[];
    invoicePdf: string | null;
    amountPaid: number;
    owedBefore: number;
    deferred: number;
    refunded: number;
    dispute: ("open" | "lost") | null;
    amountToPay: number | null;
    lines: {
        description: string;
        planName: string;
        plan: {
            interval: string;
        };
        planInterval: string;
        planCurrency: "usd" | "mxn" | "eur" | "brl" | "inr" | "aed" | "afn" | "all" | "amd" | "ang" | "aoa" | "ars" | "aud" | "awg" | "azn" | "bam" | "bbd" | "bdt" | "bgn" | "bhd" | "bif" | "bmd" | "bnd" | "bob" | "bsd" | "bwp" | "byn" | "bzd" | "cad" | "cdf" | "chf" | "clp" | "cny" | "cop" | "crc" | "cve" | "czk" | "djf" | "dkk" | "dop" | "dzd" | "egp" | "etb" | "fjd" | "fkp" | "gbp" | "gel" | "gip" | "gmd" | "gnf" | "gtq" | "gyd" | "hkd" | "hnl" | "htg" | "huf" | "idr" | "ils" | "isk" | "jmd" | "jod" | "jpy" | "kes" | "kgs" | "khr" | "kmf" | "krw" | "kwd" | "kyd" | "kzt" | "lak" | "lbp" | "lkr" | "lrd" | "lsl" | "mad" | "mdl" | "mga" | "mkd" | "mmk" | "mnt" | "mop" | "mur" | "mvr" | "mwk" | "myr" | "mzn" | "nad" | "ngn" | "nio" | "nok" | "npr" | "nzd" | "omr" | "pab" | "pen" | "pgk" | "php" | "pkr" | "pln" | "pyg" | "qar" | "ron" | "rsd" | "rub" | "rwf" | "sar" | "sbd" | "scr" | "sek" | "sgd" | "shp" | "sle" | "sos" | "srd" | "std" | "szl" | "thb" | "tjs" | "tnd" | "top" | "try" | "ttd" | "twd" | "tzs" | "uah" | "ugx" | "uyu" | "uzs" | "vnd" | "vuv" | "wst" | "xaf" | "xcd" | "xof" | "xpf" | "yer" | "zar" | "zmw";
        priceUnitAmount: number;
        priceType: string;
        proration: boolean;
        amount: number;
    }[];
};
export type Card = {
    brand: string;
    lastFourDigits: string;
    expiryMonth: number;
    expiryYear: number;
};
export type CurrentSubscription = {
    activeProduct: TenantProduct | null;
    myProducts: TenantProduct[];
    customer: {
        id: string;
    } | null;
    invoices: Invoice[];
    cards: Card[];
    paymentMethods: {
        card: Card;
    }[];
    providerReached: boolean;
    creditBalance: number;
    collectionPaused: {
        resumesAt: string | null;
    } | null;
    supportActions: {
        id: string;
        at: string;
        kind: "organization_edited" | "plan_granted" | "trial_extended" | "plan_changed" | "balance_credited" | "invoice_refunded" | "receipt_resent";
        reason: string;
        amount: number | null;
        currency: ("usd" | "mxn" | "eur" | "brl" | "inr" | "aed" | "afn" | "all" | "amd" | "ang" | "aoa" | "ars" | "aud" | "awg" | "azn" | "bam" | "bbd" | "bdt" | "bgn" | "bhd" | "bif" | "bmd" | "bnd" | "bob" | "bsd" | "bwp" | "byn" | "bzd" | "cad" | "cdf" | "chf" | "clp" | "cny" | "cop" | "crc" | "cve" | "czk" | "djf" | "dkk" | "dop" | "dzd" | "egp" | "etb" | "fjd" | "fkp" | "gbp" | "gel" | "gip" | "gmd" | "gnf" | "gtq" | "gyd" | "hkd" | "hnl" | "htg" | "huf" | "idr" | "ils" | "isk" | "jmd" | "jod" | "jpy" | "kes" | "kgs" | "khr" | "kmf" | "krw" | "kwd" | "kyd" | "kzt" | "lak" | "lbp" | "lkr" | "lrd" | "lsl" | "mad" | "mdl" | "mga" | "mkd" | "mmk" | "mnt" | "mop" | "mur" | "mvr" | "mwk" | "myr" | "mzn" | "nad" | "ngn" | "nio" | "nok" | "npr" | "nzd" | "omr" | "pab" | "pen" | "pgk" | "php" | "pkr" | "pln" | "pyg" | "qar" | "ron" | "rsd" | "rub" | "rwf" | "sar" | "sbd" | "scr" | "sek" | "sgd" | "shp" | "sle" | "sos" | "srd" | "std" | "szl" | "thb" | "tjs" | "tnd" | "top" | "try" | "ttd" | "twd" | "tzs" | "uah" | "ugx" | "uyu" | "uzs" | "vnd" | "vuv" | "wst" | "xaf" | "xcd" | "xof" | "xpf" | "yer" | "zar" | "zmw") | null;
        invoice: string | null;
        plan: string | null;
        endsAt: string | null;
    }[];
    trialAvailable: boolean;
};
export type UpcomingInvoice = {
    id: string;
    "number": string | null;
    created: string;
    dueDate: string | null;
    status: string;
    currency: "usd" | "mxn" | "eur" | "brl" | "inr" | "aed" | "afn" | "all" | "amd" | "ang" | "aoa" | "ars" | "aud" | "awg" | "azn" | "bam" | "bbd" | "bdt" | "bgn" | "bhd" | "bif" | "bmd" | "bnd" | "bob" | "bsd" | "bwp" | "byn" | "bzd" | "cad" | "cdf" | "chf" | "clp" | "cny" | "cop" | "crc" | "cve" | "czk" | "djf" | "dkk" | "dop" | "dzd" | "egp" | "etb" | "fjd" | "fkp" | "gbp" | "gel" | "gip" | "gmd" | "gnf" | "gtq" | "gyd" | "hkd" | "hnl" | "htg" | "huf" | "idr" | "ils" | "isk" | "jmd" | "jod" | "jpy" | "kes" | "kgs" | "khr" | "kmf" | "krw" | "kwd" | "kyd" | "kzt" | "lak" | "lbp" | "lkr" | "lrd" | "lsl" | "mad" | "mdl" | "mga" | "mkd" | "mmk" | "mnt" | "mop" | "mur" | "mvr" | "mwk" | "myr" | "mzn" | "nad" | "ngn" | "nio" | "nok" | "npr" | "nzd" | "omr" | "pab" | "pen" | "pgk" | "php" | "pkr" | "pln" | "pyg" | "qar" | "ron" | "rsd" | "rub" | "rwf" | "sar" | "sbd" | "scr" | "sek" | "sgd" | "shp" | "sle" | "sos" | "srd" | "std" | "szl" | "thb" | "tjs" | "tnd" | "top" | "try" | "ttd" | "twd" | "tzs" | "uah" | "ugx" | "uyu" | "uzs" | "vnd" | "vuv" | "wst" | "xaf" | "xcd" | "xof" | "xpf" | "yer" | "zar" | "zmw";
    total: number;
    totalExcludingTax: number;
    taxes: {
        kind: "vat" | "gst" | "salesTax" | "other";
        rate: number | null;
        country: string | null;
        state: string | null;
        amount: number;
        isReverseCharge: boolean;
    }[];
    invoicePdf: string | null;
    amountPaid: number;
    owedBefore: number;
    deferred: number;
    refunded: number;
    dispute: ("open" | "lost") | null;
    amountToPay: number | null;
    lines: {
        description: string;
        planName: string;
        plan: {
            interval: string;
        };
        planInterval: string;
        planCurrency: "usd" | "mxn" | "eur" | "brl" | "inr" | "aed" | "afn" | "all" | "amd" | "ang" | "aoa" | "ars" | "aud" | "awg" | "azn" | "bam" | "bbd" | "bdt" | "bgn" | "bhd" | "bif" | "bmd" | "bnd" | "bob" | "bsd" | "bwp" | "byn" | "bzd" | "cad" | "cdf" | "chf" | "clp" | "cny" | "cop" | "crc" | "cve" | "czk" | "djf" | "dkk" | "dop" | "dzd" | "egp" | "etb" | "fjd" | "fkp" | "gbp" | "gel" | "gip" | "gmd" | "gnf" | "gtq" | "gyd" | "hkd" | "hnl" | "htg" | "huf" | "idr" | "ils" | "isk" | "jmd" | "jod" | "jpy" | "kes" | "kgs" | "khr" | "kmf" | "krw" | "kwd" | "kyd" | "kzt" | "lak" | "lbp" | "lkr" | "lrd" | "lsl" | "mad" | "mdl" | "mga" | "mkd" | "mmk" | "mnt" | "mop" | "mur" | "mvr" | "mwk" | "myr" | "mzn" | "nad" | "ngn" | "nio" | "nok" | "npr" | "nzd" | "omr" | "pab" | "pen" | "pgk" | "php" | "pkr" | "pln" | "pyg" | "qar" | "ron" | "rsd" | "rub" | "rwf" | "sar" | "sbd" | "scr" | "sek" | "sgd" | "shp" | "sle" | "sos" | "srd" | "std" | "szl" | "thb" | "tjs" | "tnd" | "top" | "try" | "ttd" | "twd" | "tzs" | "uah" | "ugx" | "uyu" | "uzs" | "vnd" | "vuv" | "wst" | "xaf" | "xcd" | "xof" | "xpf" | "yer" | "zar" | "zmw";
        priceUnitAmount: number;
        priceType: string;
        proration: boolean;
        amount: number;
    }[];
    amountDue: number;
    credit: number;
    nextRenewal: {
        date: string;
        amount: number;
        taxes: {
            kind: "vat" | "gst" | "salesTax" | "other";
            rate: number | null;
            country: string | null;
            state: string | null;
            amount: number;
            isReverseCharge: boolean;
        }[];
    } | null;
    prorationDate: number | null;
    currentPlanEnds: string | null;
    replacedDiscounts: string[];
};
export type Transaction = {
    description: string;
    quantity: number;
    price: number;
    amount: number;
    date: string;
    category: string | null;
    image: string | null;
    id: string;
    currency: "usd" | "mxn" | "eur" | "brl" | "inr" | "aed" | "afn" | "all" | "amd" | "ang" | "aoa" | "ars" | "aud" | "awg" | "azn" | "bam" | "bbd" | "bdt" | "bgn" | "bhd" | "bif" | "bmd" | "bnd" | "bob" | "bsd" | "bwp" | "byn" | "bzd" | "cad" | "cdf" | "chf" | "clp" | "cny" | "cop" | "crc" | "cve" | "czk" | "djf" | "dkk" | "dop" | "dzd" | "egp" | "etb" | "fjd" | "fkp" | "gbp" | "gel" | "gip" | "gmd" | "gnf" | "gtq" | "gyd" | "hkd" | "hnl" | "htg" | "huf" | "idr" | "ils" | "isk" | "jmd" | "jod" | "jpy" | "kes" | "kgs" | "khr" | "kmf" | "krw" | "kwd" | "kyd" | "kzt" | "lak" | "lbp" | "lkr" | "lrd" | "lsl" | "mad" | "mdl" | "mga" | "mkd" | "mmk" | "mnt" | "mop" | "mur" | "mvr" | "mwk" | "myr" | "mzn" | "nad" | "ngn" | "nio" | "nok" | "npr" | "nzd" | "omr" | "pab" | "pen" | "pgk" | "php" | "pkr" | "pln" | "pyg" | "qar" | "ron" | "rsd" | "rub" | "rwf" | "sar" | "sbd" | "scr" | "sek" | "sgd" | "shp" | "sle" | "sos" | "srd" | "std" | "szl" | "thb" | "tjs" | "tnd" | "top" | "try" | "ttd" | "twd" | "tzs" | "uah" | "ugx" | "uyu" | "uzs" | "vnd" | "vuv" | "wst" | "xaf" | "xcd" | "xof" | "xpf" | "yer" | "zar" | "zmw";
    createdAt: string;
    sample: boolean;
    version: number;
};
export type Resource = {
    title: string;
    description: string | null;
    "type": 0 | 1 | 2 | 3 | 4;
    tiers: number[];
    roles: (0 | 1 | 2 | 3)[];
    id: string;
    version: number;
    hasFile: boolean;
    needsUpgrade: boolean;
    needsPermission: boolean;
    minimumTierProduct: {
        id: string;
        tier: number;
        title: string;
        maxUsers: number;
        maxTransactions: number;
        maxStorage: number;
        auditDays: number;
        badge: string;
    } | null;
};
export type AuditEntry = {
    id: string;
    at: string;
    action: string;
    actor: {
        id: string;
        email: string | null;
        name: string;
    } | null;
    service: string | null;
    impersonator: {
        id: string;
        email: string | null;
        name: string;
    } | null;
    person: {
        id: string;
        email: string | null;
        name: string;
    } | null;
    targetId: string | null;
    before: {
        [key: string]: any;
    } | null;
    after: {
        [key: string]: any;
    } | null;
    requestId: string | null;
};
/**
 * The organization that X-Tenant-Key names
 */
export function tenantsGetCurrent(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: TenantSummary;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>("/api/Tenant/GetCurrent", {
        ...opts
    });
}
/**
 * One organization of the signed-in person
 */
export function tenantsGet(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: TenantSummary;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.keyMismatch";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>(`/api/Tenant/Get/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Members of an organization including pending ones, Owner first
 */
export function membersGetAll(tenantId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: TenantUser[];
    } | {
        status: 204;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.keyMismatch";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>(`/api/TenantUsers/GetAll/${encodeURIComponent(tenantId)}`, {
        ...opts
    });
}
/**
 * One member of the current organization
 */
export function membersGet(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: TenantUser;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>(`/api/TenantUsers/Get/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Remove a member, or leave
 */
export function membersRemove(id: string, { takeOverKeys }: {
    takeOverKeys?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation" | "errors.tenant.cannotBeWithoutOwner";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember" | "errors.access.stepUpRequired" | "errors.tenant.onlyAdmin" | "errors.tenant.onlyOwner";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>(`/api/TenantUsers/Delete/${encodeURIComponent(id)}${QS.query(QS.explode({
        takeOverKeys
    }))}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Deactivate a member: no access, and the seat is free; their records are kept
 */
export function membersDeactivate(id: string, { takeOverKeys }: {
    takeOverKeys?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: TenantUser;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation" | "errors.tenant.cannotBeWithoutOwner";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyAdmin" | "errors.access.stepUpRequired" | "errors.tenant.onlyOwner";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>(`/api/TenantUsers/Deactivate/${encodeURIComponent(id)}${QS.query(QS.explode({
        takeOverKeys
    }))}`, {
        ...opts,
        method: "PUT"
    });
}
/**
 * Invite a person by email
 */
export function invitationsInvite(body: {
    email: string;
    firstName: string;
    lastName: string;
    phone?: string | null;
    role: 0 | 1 | 2 | 3;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: TenantUser;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation" | "errors.tenant.existingUser" | "errors.tenant.maxNumberOfUsers" | "errors.invitation.addressHeld" | "errors.policy.emailDomain";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyAdmin" | "errors.billing.readOnly" | "errors.access.stepUpRequired" | "errors.tenant.onlyOwner" | "errors.apiKey.inviteRole";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 409;
        data: Problem & {
            code?: "errors.request.inProgress" | "errors.request.answerLost";
        };
    } | {
        status: 413;
        data: Problem & {
            code?: "errors.tooLarge";
        };
    } | {
        status: 415;
        data: Problem & {
            code?: "errors.unsupportedMediaType";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "errors.request.keyReused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>("/api/TenantUserInvitation/InviteUser", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Invite up to 50 people by email, with a result for each
 */
export function invitationsInviteMany(body: {
    addresses: string[];
    role: 0 | 1 | 2 | 3;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            address: string;
            result: "invited" | "existing" | "duplicate" | "invalid" | "noSeat" | "held" | "domain";
        }[];
    } | {
        status: 204;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyAdmin" | "errors.billing.readOnly" | "errors.access.stepUpRequired" | "errors.tenant.onlyOwner" | "errors.apiKey.inviteRole";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 409;
        data: Problem & {
            code?: "errors.request.inProgress" | "errors.request.answerLost";
        };
    } | {
        status: 413;
        data: Problem & {
            code?: "errors.tooLarge";
        };
    } | {
        status: 415;
        data: Problem & {
            code?: "errors.unsupportedMediaType";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "errors.request.keyReused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>("/api/TenantUserInvitation/InviteUsers", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Send an invitation again; the previous link is revoked
 */
export function invitationsResend(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: TenantUser;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.policy.emailDomain";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyAdmin" | "errors.billing.readOnly" | "errors.access.stepUpRequired" | "errors.tenant.onlyOwner" | "errors.apiKey.inviteRole";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>(`/api/TenantUserInvitation/ResendInvitation/${encodeURIComponent(id)}`, {
        ...opts,
        method: "POST"
    });
}
/**
 * Join settings of the organization
 */
export function invitationsGetSettings(tenantId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            linkActive: boolean;
            publicUrl: boolean;
            requireAcceptance: boolean;
            link: string;
        };
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.keyMismatch";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyAdmin";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>(`/api/TenantUserInvitation/GetInvitationSettings/${encodeURIComponent(tenantId)}`, {
        ...opts
    });
}
/**
 * The subscription of the current organization
 */
export function subscriptionsGetCurrent(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: CurrentSubscription;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>("/api/SubscriptionManager/GetCurrentSubscription", {
        ...opts
    });
}
/**
 * What stops and what stays when the subscription ends, or has ended
 */
export function subscriptionsGetPlanEnd(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            plan: string | null;
            isFree: boolean;
            maxUsers: number;
            members: number;
            invitations: number;
            transactions: number;
            hidesTransactions: boolean;
            endsSingleSignOn: boolean;
        };
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>("/api/SubscriptionManager/GetPlanEnd", {
        ...opts
    });
}
/**
 * Upcoming invoice; with a price, a preview of changing to it
 */
export function subscriptionsGetUpcomingInvoice({ subscriptionPriceId, subscriptionCoupon, country, postalCode }: {
    subscriptionPriceId?: string;
    subscriptionCoupon?: string;
    country?: "AC" | "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CV" | "CW" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MK" | "ML" | "MM" | "MN" | "MO" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SZ" | "TA" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VN" | "VU" | "WF" | "WS" | "XK" | "YE" | "YT" | "ZA" | "ZM" | "ZW";
    postalCode?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: UpcomingInvoice | null;
    } | {
        status: 204;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation" | "errors.billing.invalidSubscription" | "errors.billing.paused" | "errors.billing.planGranted" | "errors.billing.downgradeBlocked" | "errors.billing.adminTenant" | "errors.billing.currencyLocked" | "errors.billing.notOffered" | "errors.billing.invalidCoupon" | "errors.billing.couponInactive" | "errors.billing.couponMaxRedeems" | "errors.billing.couponMinimum" | "errors.billing.couponFirstOrder" | "errors.billing.couponNotApplicable" | "errors.billing.taxLocationRequired" | "errors.billing.taxLocationInvalid" | "errors.billing.refused";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyAdmin";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 502;
        data: Problem & {
            code?: "errors.billing.providerUnavailable";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>(`/api/SubscriptionManager/GetUpcomingInvoice${QS.query(QS.explode({
        subscriptionPriceId,
        subscriptionCoupon,
        country,
        postalCode
    }))}`, {
        ...opts
    });
}
/**
 * Name, address and tax ids on the invoices of the current organization
 */
export function billingGetDetails(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            legalName: string;
            country: "" | "AC" | "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CV" | "CW" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MK" | "ML" | "MM" | "MN" | "MO" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SZ" | "TA" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VN" | "VU" | "WF" | "WS" | "XK" | "YE" | "YT" | "ZA" | "ZM" | "ZW";
            line1: string;
            line2: string;
            city: string;
            state: string;
            postalCode: string;
            taxIds: {
                "type": "br_cnpj" | "br_cpf" | "eu_vat" | "in_gst" | "mx_rfc";
                value: string;
            }[];
            invoiceEmails: string[];
            purchaseOrder: string;
        };
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.billing.adminTenant" | "errors.billing.refused";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyAdmin";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 502;
        data: Problem & {
            code?: "errors.billing.providerUnavailable";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>("/api/Billing/GetDetails", {
        ...opts
    });
}
/**
 * Change name, address, tax ids, copies and order reference of later invoices
 */
export function billingUpdateDetails(body: {
    legalName: string;
    country: "" | "AC" | "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CV" | "CW" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MK" | "ML" | "MM" | "MN" | "MO" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SZ" | "TA" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VN" | "VU" | "WF" | "WS" | "XK" | "YE" | "YT" | "ZA" | "ZM" | "ZW";
    line1: string;
    line2: string;
    city: string;
    state: string;
    postalCode: string;
    taxIds: {
        "type": "br_cnpj" | "br_cpf" | "eu_vat" | "in_gst" | "mx_rfc";
        value: string;
    }[];
    invoiceEmails: string[];
    purchaseOrder: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            legalName: string;
            country: "" | "AC" | "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CV" | "CW" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MK" | "ML" | "MM" | "MN" | "MO" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SZ" | "TA" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VN" | "VU" | "WF" | "WS" | "XK" | "YE" | "YT" | "ZA" | "ZM" | "ZW";
            line1: string;
            line2: string;
            city: string;
            state: string;
            postalCode: string;
            taxIds: {
                "type": "br_cnpj" | "br_cpf" | "eu_vat" | "in_gst" | "mx_rfc";
                value: string;
            }[];
            invoiceEmails: string[];
            purchaseOrder: string;
        };
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation" | "errors.billing.taxIdInvalid" | "errors.billing.unknownLetters" | "errors.billing.taxLocationRequired" | "errors.billing.taxLocationInvalid" | "errors.billing.taxIdRefused" | "errors.billing.adminTenant" | "errors.billing.refused";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyAdmin";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 409;
        data: Problem & {
            code?: "errors.billing.inProgress";
        };
    } | {
        status: 413;
        data: Problem & {
            code?: "errors.tooLarge";
        };
    } | {
        status: 415;
        data: Problem & {
            code?: "errors.unsupportedMediaType";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 502;
        data: Problem & {
            code?: "errors.billing.providerUnavailable";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>("/api/Billing/UpdateDetails", oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * List transactions
 */
export function transactionsGetAll({ search, description, category, quantityFrom, quantityTo, priceFrom, priceTo, amountFrom, amountTo, dateFrom, dateTo, sort, descending, cursor, limit }: {
    search?: string;
    description?: string;
    category?: string[];
    quantityFrom?: number;
    quantityTo?: number;
    priceFrom?: number;
    priceTo?: number;
    amountFrom?: number;
    amountTo?: number;
    dateFrom?: string;
    dateTo?: string;
    sort?: "date" | "description" | "category" | "quantity" | "price" | "amount" | "createdAt";
    descending?: string;
    cursor?: string;
    limit?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Transaction[];
    } | {
        status: 204;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember" | "errors.access.tier";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>(`/api/Transaction/GetAll${QS.query(QS.explode({
        search,
        description,
        category,
        quantityFrom,
        quantityTo,
        priceFrom,
        priceTo,
        amountFrom,
        amountTo,
        dateFrom,
        dateTo,
        sort,
        descending,
        cursor,
        limit
    }))}`, {
        ...opts
    });
}
/**
 * Number and sums of transactions
 */
export function transactionsGetTotals({ search, description, category, quantityFrom, quantityTo, priceFrom, priceTo, amountFrom, amountTo, dateFrom, dateTo }: {
    search?: string;
    description?: string;
    category?: string[];
    quantityFrom?: number;
    quantityTo?: number;
    priceFrom?: number;
    priceTo?: number;
    amountFrom?: number;
    amountTo?: number;
    dateFrom?: string;
    dateTo?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            count: number;
            isPartial: boolean;
            sums: {
                quantity: number;
                amount: number;
            } | null;
            currency: "usd" | "mxn" | "eur" | "brl" | "inr" | "aed" | "afn" | "all" | "amd" | "ang" | "aoa" | "ars" | "aud" | "awg" | "azn" | "bam" | "bbd" | "bdt" | "bgn" | "bhd" | "bif" | "bmd" | "bnd" | "bob" | "bsd" | "bwp" | "byn" | "bzd" | "cad" | "cdf" | "chf" | "clp" | "cny" | "cop" | "crc" | "cve" | "czk" | "djf" | "dkk" | "dop" | "dzd" | "egp" | "etb" | "fjd" | "fkp" | "gbp" | "gel" | "gip" | "gmd" | "gnf" | "gtq" | "gyd" | "hkd" | "hnl" | "htg" | "huf" | "idr" | "ils" | "isk" | "jmd" | "jod" | "jpy" | "kes" | "kgs" | "khr" | "kmf" | "krw" | "kwd" | "kyd" | "kzt" | "lak" | "lbp" | "lkr" | "lrd" | "lsl" | "mad" | "mdl" | "mga" | "mkd" | "mmk" | "mnt" | "mop" | "mur" | "mvr" | "mwk" | "myr" | "mzn" | "nad" | "ngn" | "nio" | "nok" | "npr" | "nzd" | "omr" | "pab" | "pen" | "pgk" | "php" | "pkr" | "pln" | "pyg" | "qar" | "ron" | "rsd" | "rub" | "rwf" | "sar" | "sbd" | "scr" | "sek" | "sgd" | "shp" | "sle" | "sos" | "srd" | "std" | "szl" | "thb" | "tjs" | "tnd" | "top" | "try" | "ttd" | "twd" | "tzs" | "uah" | "ugx" | "uyu" | "uzs" | "vnd" | "vuv" | "wst" | "xaf" | "xcd" | "xof" | "xpf" | "yer" | "zar" | "zmw";
        };
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember" | "errors.access.tier";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>(`/api/Transaction/GetTotals${QS.query(QS.explode({
        search,
        description,
        category,
        quantityFrom,
        quantityTo,
        priceFrom,
        priceTo,
        amountFrom,
        amountTo,
        dateFrom,
        dateTo
    }))}`, {
        ...opts
    });
}
/**
 * Export transactions as CSV
 */
export function transactionsExportCsv({ search, description, category, quantityFrom, quantityTo, priceFrom, priceTo, amountFrom, amountTo, dateFrom, dateTo, sort, descending, language, ids }: {
    search?: string;
    description?: string;
    category?: string[];
    quantityFrom?: number;
    quantityTo?: number;
    priceFrom?: number;
    priceTo?: number;
    amountFrom?: number;
    amountTo?: number;
    dateFrom?: string;
    dateTo?: string;
    sort?: "date" | "description" | "category" | "quantity" | "price" | "amount" | "createdAt";
    descending?: string;
    language?: "pt-BR" | "en-US" | "es-MX" | "hi-IN";
    ids?: string[];
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: string;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember" | "errors.access.tier";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>(`/api/Transaction/Export${QS.query(QS.explode({
        search,
        description,
        category,
        quantityFrom,
        quantityTo,
        priceFrom,
        priceTo,
        amountFrom,
        amountTo,
        dateFrom,
        dateTo,
        sort,
        descending,
        language,
        ids
    }))}`, {
        ...opts
    });
}
/**
 * Delete several transactions
 */
export function transactionsRemoveMany(body: {
    ids: string[];
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            count: number;
        };
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember" | "errors.access.tier" | "errors.billing.readOnly";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 413;
        data: Problem & {
            code?: "errors.tooLarge";
        };
    } | {
        status: 415;
        data: Problem & {
            code?: "errors.unsupportedMediaType";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>("/api/Transaction/DeleteMany", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Set fields of several transactions
 */
export function transactionsUpdateMany(body: {
    ids: string[];
    changes: {
        category?: string | null;
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            count: number;
        };
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember" | "errors.access.tier" | "errors.billing.readOnly";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 413;
        data: Problem & {
            code?: "errors.tooLarge";
        };
    } | {
        status: 415;
        data: Problem & {
            code?: "errors.unsupportedMediaType";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>("/api/Transaction/UpdateMany", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Changes of one of the transactions, newest first
 */
export function transactionsGetHistory(id: string, { cursor, limit }: {
    cursor?: string;
    limit?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            at: string;
            action: string;
            actor: {
                id: string;
                email: string | null;
                name: string;
            } | null;
            impersonator: {
                id: string;
                email: string | null;
                name: string;
            } | null;
            before: {
                [key: string]: any;
            } | null;
            after: {
                [key: string]: any;
            } | null;
        }[];
    } | {
        status: 204;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember" | "errors.access.tier";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>(`/api/Transaction/GetHistory/${encodeURIComponent(id)}${QS.query(QS.explode({
        cursor,
        limit
    }))}`, {
        ...opts
    });
}
/**
 * Restore deleted transactions
 */
export function transactionsRestore(body: {
    ids: string[];
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            count: number;
        };
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation" | "errors.usage.transactions" | "errors.usage.storage";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember" | "errors.access.tier" | "errors.billing.readOnly" | "errors.upload.quota";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 409;
        data: Problem & {
            code?: "errors.request.inProgress" | "errors.request.answerLost";
        };
    } | {
        status: 413;
        data: Problem & {
            code?: "errors.tooLarge";
        };
    } | {
        status: 415;
        data: Problem & {
            code?: "errors.unsupportedMediaType";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "errors.request.keyReused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>("/api/Transaction/Restore", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * One transaction
 */
export function transactionsGet(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Transaction;
    } | {
        status: 304;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember" | "errors.access.tier";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>(`/api/Transaction/Get/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Categories of the latest transactions, by name
 */
export function transactionsGetCategories(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: string[];
    } | {
        status: 204;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember" | "errors.access.tier";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>("/api/Transaction/GetCategories", {
        ...opts
    });
}
/**
 * Count and amount of a period: in total, by day, month or year, and by category
 */
export function transactionsGetSummary({ dateFrom, dateTo, previousFrom, previousTo, by }: {
    dateFrom?: string;
    dateTo?: string;
    previousFrom?: string;
    previousTo?: string;
    by?: "day" | "month" | "year";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            currency: "usd" | "mxn" | "eur" | "brl" | "inr" | "aed" | "afn" | "all" | "amd" | "ang" | "aoa" | "ars" | "aud" | "awg" | "azn" | "bam" | "bbd" | "bdt" | "bgn" | "bhd" | "bif" | "bmd" | "bnd" | "bob" | "bsd" | "bwp" | "byn" | "bzd" | "cad" | "cdf" | "chf" | "clp" | "cny" | "cop" | "crc" | "cve" | "czk" | "djf" | "dkk" | "dop" | "dzd" | "egp" | "etb" | "fjd" | "fkp" | "gbp" | "gel" | "gip" | "gmd" | "gnf" | "gtq" | "gyd" | "hkd" | "hnl" | "htg" | "huf" | "idr" | "ils" | "isk" | "jmd" | "jod" | "jpy" | "kes" | "kgs" | "khr" | "kmf" | "krw" | "kwd" | "kyd" | "kzt" | "lak" | "lbp" | "lkr" | "lrd" | "lsl" | "mad" | "mdl" | "mga" | "mkd" | "mmk" | "mnt" | "mop" | "mur" | "mvr" | "mwk" | "myr" | "mzn" | "nad" | "ngn" | "nio" | "nok" | "npr" | "nzd" | "omr" | "pab" | "pen" | "pgk" | "php" | "pkr" | "pln" | "pyg" | "qar" | "ron" | "rsd" | "rub" | "rwf" | "sar" | "sbd" | "scr" | "sek" | "sgd" | "shp" | "sle" | "sos" | "srd" | "std" | "szl" | "thb" | "tjs" | "tnd" | "top" | "try" | "ttd" | "twd" | "tzs" | "uah" | "ugx" | "uyu" | "uzs" | "vnd" | "vuv" | "wst" | "xaf" | "xcd" | "xof" | "xpf" | "yer" | "zar" | "zmw";
            current: {
                count: number;
                amount: number;
                buckets: {
                    count: number;
                    amount: number;
                    start: string;
                }[];
                categories: {
                    count: number;
                    amount: number;
                    category: string | null;
                }[];
            };
            previous: {
                count: number;
                amount: number;
                buckets: {
                    count: number;
                    amount: number;
                    start: string;
                }[];
                categories: {
                    count: number;
                    amount: number;
                    category: string | null;
                }[];
            };
        };
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember" | "errors.access.tier";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>(`/api/Transaction/GetSummary${QS.query(QS.explode({
        dateFrom,
        dateTo,
        previousFrom,
        previousTo,
        by
    }))}`, {
        ...opts
    });
}
/**
 * Gains and losses of a period: sums, days, extremes and streaks
 */
export function transactionsGetResults({ dateFrom, dateTo }: {
    dateFrom?: string;
    dateTo?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            currency: "usd" | "mxn" | "eur" | "brl" | "inr" | "aed" | "afn" | "all" | "amd" | "ang" | "aoa" | "ars" | "aud" | "awg" | "azn" | "bam" | "bbd" | "bdt" | "bgn" | "bhd" | "bif" | "bmd" | "bnd" | "bob" | "bsd" | "bwp" | "byn" | "bzd" | "cad" | "cdf" | "chf" | "clp" | "cny" | "cop" | "crc" | "cve" | "czk" | "djf" | "dkk" | "dop" | "dzd" | "egp" | "etb" | "fjd" | "fkp" | "gbp" | "gel" | "gip" | "gmd" | "gnf" | "gtq" | "gyd" | "hkd" | "hnl" | "htg" | "huf" | "idr" | "ils" | "isk" | "jmd" | "jod" | "jpy" | "kes" | "kgs" | "khr" | "kmf" | "krw" | "kwd" | "kyd" | "kzt" | "lak" | "lbp" | "lkr" | "lrd" | "lsl" | "mad" | "mdl" | "mga" | "mkd" | "mmk" | "mnt" | "mop" | "mur" | "mvr" | "mwk" | "myr" | "mzn" | "nad" | "ngn" | "nio" | "nok" | "npr" | "nzd" | "omr" | "pab" | "pen" | "pgk" | "php" | "pkr" | "pln" | "pyg" | "qar" | "ron" | "rsd" | "rub" | "rwf" | "sar" | "sbd" | "scr" | "sek" | "sgd" | "shp" | "sle" | "sos" | "srd" | "std" | "szl" | "thb" | "tjs" | "tnd" | "top" | "try" | "ttd" | "twd" | "tzs" | "uah" | "ugx" | "uyu" | "uzs" | "vnd" | "vuv" | "wst" | "xaf" | "xcd" | "xof" | "xpf" | "yer" | "zar" | "zmw";
            gains: {
                transactions: {
                    count: number;
                    amount: number;
                };
                days: number;
                extreme: {
                    count: number;
                    amount: number;
                    date: string;
                } | null;
                streak: {
                    count: number;
                    amount: number;
                    "from": string;
                    to: string;
                    days: number;
                } | null;
            };
            losses: {
                transactions: {
                    count: number;
                    amount: number;
                };
                days: number;
                extreme: {
                    count: number;
                    amount: number;
                    date: string;
                } | null;
                streak: {
                    count: number;
                    amount: number;
                    "from": string;
                    to: string;
                    days: number;
                } | null;
            };
            days: {
                count: number;
                amount: number;
                date: string;
            }[];
        };
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember" | "errors.access.tier";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>(`/api/Transaction/GetResults${QS.query(QS.explode({
        dateFrom,
        dateTo
    }))}`, {
        ...opts
    });
}
/**
 * Record a transaction
 */
export function transactionsCreate(body: {
    description: string;
    quantity: number;
    price: number;
    date: string;
    category?: string | null;
    image?: string | null;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Transaction;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation" | "errors.usage.transactions" | "errors.usage.storage" | "errors.upload.type" | "errors.upload.size";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember" | "errors.access.tier" | "errors.billing.readOnly" | "errors.upload.quota";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 409;
        data: Problem & {
            code?: "errors.request.inProgress" | "errors.request.answerLost";
        };
    } | {
        status: 413;
        data: Problem & {
            code?: "errors.tooLarge";
        };
    } | {
        status: 415;
        data: Problem & {
            code?: "errors.unsupportedMediaType";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "errors.request.keyReused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    } | {
        status: 507;
        data: Problem & {
            code?: "errors.upload.noSpace";
        };
    }>("/api/Transaction/Create", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Change a transaction
 */
export function transactionsUpdate(id: string, body: {
    description: string;
    quantity: number;
    price: number;
    date: string;
    category?: string | null;
    image?: string | null;
}, { ifMatch }: {
    ifMatch?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Transaction;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation" | "errors.usage.storage" | "errors.upload.type" | "errors.upload.size";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember" | "errors.access.tier" | "errors.billing.readOnly" | "errors.upload.quota";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 412;
        data: Problem & {
            code?: "errors.conflict.changed";
        };
    } | {
        status: 413;
        data: Problem & {
            code?: "errors.tooLarge";
        };
    } | {
        status: 415;
        data: Problem & {
            code?: "errors.unsupportedMediaType";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    } | {
        status: 507;
        data: Problem & {
            code?: "errors.upload.noSpace";
        };
    }>(`/api/Transaction/Update/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "if-match": ifMatch
        })
    }));
}
/**
 * Delete a transaction
 */
export function transactionsRemove(id: string, { ifMatch }: {
    ifMatch?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember" | "errors.access.tier" | "errors.billing.readOnly";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 412;
        data: Problem & {
            code?: "errors.conflict.changed";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>(`/api/Transaction/Delete/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "if-match": ifMatch
        })
    });
}
/**
 * Imports of transactions, newest first
 */
export function importsGetAll({ cursor, limit }: {
    cursor?: string;
    limit?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            fileName: string;
            rows: number;
            createdBy: {
                id: string;
                name: string;
            } | null;
            createdAt: string;
            undone: {
                at: string;
                removed: number;
                kept: number;
            } | null;
        }[];
    } | {
        status: 204;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember" | "errors.access.tier";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>(`/api/TransactionImport/GetAll${QS.query(QS.explode({
        cursor,
        limit
    }))}`, {
        ...opts
    });
}
/**
 * Check a CSV file without importing it; what is not given is suggested
 */
export function importsPreview(body: {
    columns?: {
        description: number | null;
        quantity: number | null;
        price: number | null;
        date: number | null;
        category: number | null;
        currency?: number | null;
    };
    dateFormat?: "iso" | "dayFirst" | "monthFirst";
    decimalMark?: "point" | "comma";
    content: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            columns: {
                description: number | null;
                quantity: number | null;
                price: number | null;
                date: number | null;
                category: number | null;
                currency: number | null;
            };
            dateFormat: ("iso" | "dayFirst" | "monthFirst") | null;
            decimalMark: ("point" | "comma") | null;
            encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
            separator: "," | ";" | "\t" | "|";
            headerLine: number;
            header: {
                name: string;
                example: string;
            }[];
            rows: {
                line: number;
                description: string;
                quantity: number;
                price: number;
                amount: number;
                date: string;
                category: string | null;
            }[];
            valid: number;
            wrong: number;
            errors: {
                line: number;
                field: "description" | "quantity" | "price" | "date" | "category" | "currency";
                code: string;
            }[];
            existing: {
                rows: number;
                "from": {
                    fileName: string;
                    createdAt: string;
                } | null;
            };
            left: number | null;
        };
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation" | "errors.import.encoding" | "errors.import.malformed" | "errors.import.empty" | "errors.import.tooManyRows" | "errors.import.tooManyCells";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember" | "errors.access.tier" | "errors.billing.readOnly";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 413;
        data: Problem & {
            code?: "errors.tooLarge";
        };
    } | {
        status: 415;
        data: Problem & {
            code?: "errors.unsupportedMediaType";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>("/api/TransactionImport/Preview", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Import the transactions of a CSV file, all or none
 */
export function importsCreate(body: {
    columns: {
        description: number;
        quantity: number;
        price: number;
        date: number;
        category: number | null;
        currency?: number | null;
    };
    dateFormat: "iso" | "dayFirst" | "monthFirst";
    decimalMark: "point" | "comma";
    fileName: string;
    content: string;
    skipWrong?: boolean;
    skipExisting?: boolean;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            fileName: string;
            rows: number;
            createdBy: {
                id: string;
                name: string;
            } | null;
            createdAt: string;
            undone: {
                at: string;
                removed: number;
                kept: number;
            } | null;
        };
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation" | "errors.import.encoding" | "errors.import.malformed" | "errors.import.empty" | "errors.import.tooManyRows" | "errors.import.tooManyCells" | "errors.import.wrongRows" | "errors.import.noRows" | "errors.usage.transactions";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember" | "errors.access.tier" | "errors.billing.readOnly";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 409;
        data: Problem & {
            code?: "errors.request.inProgress" | "errors.request.answerLost";
        };
    } | {
        status: 413;
        data: Problem & {
            code?: "errors.tooLarge";
        };
    } | {
        status: 415;
        data: Problem & {
            code?: "errors.unsupportedMediaType";
        };
    } | {
        status: 422;
        data: Problem & {
            code?: "errors.request.keyReused";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>("/api/TransactionImport/Create", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Delete the transactions of an import, except those that were changed
 */
export function importsUndo(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            fileName: string;
            rows: number;
            createdBy: {
                id: string;
                name: string;
            } | null;
            createdAt: string;
            undone: {
                at: string;
                removed: number;
                kept: number;
            } | null;
        };
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember" | "errors.access.tier" | "errors.billing.readOnly";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>(`/api/TransactionImport/Undo/${encodeURIComponent(id)}`, {
        ...opts,
        method: "POST"
    });
}
/**
 * All resources, with what the member lacks to download each
 */
export function resourcesGetMine(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Resource[];
    } | {
        status: 204;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>("/api/Resource/GetMyResources", {
        ...opts
    });
}
/**
 * File of a resource, or the part that `Range` requests
 */
export function resourcesDownload(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Blob;
    } | {
        status: 206;
        data: Blob;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyMember" | "errors.resources.needsUpgrade" | "errors.resources.needsPermission";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 416;
        data: Problem & {
            code?: "errors.rangeNotSatisfiable";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>(`/api/Resource/Download/${encodeURIComponent(id)}`, {
        ...opts,
        method: "POST"
    });
}
/**
 * Audit log of the organization, newest first
 */
export function auditGetAll({ cursor, limit, search, action, actor, $from, until }: {
    cursor?: string;
    limit?: number;
    search?: string;
    action?: string;
    actor?: string;
    $from?: string;
    until?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: AuditEntry[];
    } | {
        status: 204;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyAdmin";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>(`/api/Audit/GetAll${QS.query(QS.explode({
        cursor,
        limit,
        search,
        action,
        actor,
        "from": $from,
        until
    }))}`, {
        ...opts
    });
}
/**
 * Audit log of the organization as CSV or JSON Lines
 */
export function auditExport({ search, action, actor, $from, until, format, language }: {
    search?: string;
    action?: string;
    actor?: string;
    $from?: string;
    until?: string;
    format?: "csv" | "jsonl";
    language?: "pt-BR" | "en-US" | "es-MX" | "hi-IN";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: string;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined" | "errors.validation";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyAdmin";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>(`/api/Audit/Export${QS.query(QS.explode({
        search,
        action,
        actor,
        "from": $from,
        until,
        format,
        language
    }))}`, {
        ...opts
    });
}
/**
 * What the organization uses of its plan’s limits
 */
export function usageGet(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            key: "members" | "transactions" | "storage";
            used: number;
            included: number | null;
            resetsAt: string | null;
        }[];
    } | {
        status: 204;
    } | {
        status: 400;
        data: Problem & {
            code?: "errors.tenant.undefined";
        };
    } | {
        status: 401;
        data: Problem & {
            code?: "errors.unauthorized";
        };
    } | {
        status: 403;
        data: Problem & {
            code?: "errors.tenant.onlyAdmin";
        };
    } | {
        status: 404;
        data: Problem & {
            code?: "errors.notFound";
        };
    } | {
        status: 429;
        data: Problem & {
            code?: "errors.tooManyRequests";
        };
    } | {
        status: 500;
        data: Problem & {
            code?: "errors.internal";
        };
    } | {
        status: 503;
        data: Problem & {
            code?: "errors.unavailable";
        };
    }>("/api/Usage/GetUsage", {
        ...opts
    });
}
