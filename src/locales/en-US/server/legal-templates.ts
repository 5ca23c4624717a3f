/** Templates of the legal texts in Markdown, which the operator replaces; `{email}` is the support address. */
export const legalTexts = {
  terms: `
These terms apply between the operator of Pregão and anyone who uses the site or the app. By creating an account, you accept them.

## The service

Pregão offers a trading rule with an explanation, an app in which organizations record trades and work as a team, and files to download, the robot's among them. The pricing page lists what each plan includes.

Pregão doesn't connect to brokers, sends no orders and holds no money of yours. You run the robot yourself.

## The risk

Trading can cause losses, even above the amount deposited. No plan, file or text promises returns, and nothing here is investment advice. The decision to trade is yours.

## Your account

Give correct information and keep your password secret. You are responsible for what is done with your account. The service is for people aged 18 and over.

## Organizations and members

An organization belongs to its owners. They decide who takes part and in which role, and are responsible for what the organization records.

## Plans and payment

Paid plans are charged at the start of each billing period and renew until canceled. A trial needs no card. Before a change of plan, the screen shows what is due.

You can cancel immediately or at the end of the billing period. If a payment fails, access continues until the announced date; after that, the organization is read-only.

## Permitted use

Don't use the service against the law, don't try to reach the data of others and don't overload it. Don't resell or publish downloaded files without permission.

## Your data

What an organization records remains its own. The privacy policy explains how we process personal data.

## Availability and liability

We take care that the service works, but it can be interrupted by maintenance or failures. Within the limits of the law, we aren't liable for the results of trades or for lost profits. Nothing in these terms reduces the rights that the law gives to consumers.

## Ending

You can delete your account in your profile at any time. We can suspend accounts that violate these terms, with notice and the reason.

## Changes, law and contact

When a change matters to you, we ask you to accept it on your next visit to the app. Earlier versions remain published. Brazilian law applies.

Questions: [{email}](mailto:{email})
`,
  privacy: `
In effect since April 2021.

## Who is responsible for your data

This policy explains what happens to personal data on the site and in the app of Pregão. It follows Brazil's General Data Protection Law (Law 13,709/2018, LGPD) and the Civil Framework of the Internet (Law 12,965/2014).

Pregão is the controller of the data of your account, your subscription and your visit: we decide why and how it is used. For data that an organization records in the app, such as trades and pictures, the organization is the controller and Pregão is the processor: we store it on its behalf and follow its instructions.

The operator of Pregão and its data protection officer can be reached at the address at the end of this page.

## What data we process

We ask for the minimum that the service needs. We don't ask for tax numbers, addresses, statements or brokerage passwords.

| Data | Source | Purpose |
|---|---|---|
| Account: first and last name, email and, if you like, phone and picture | You, when you register, accept an invitation or edit your profile | To identify you, let you sign in and show your organization who did what |
| Password, only as a cryptographic hash (Argon2id) from which it can't be recovered | You | To check that it's you |
| Sign-in with Google: name and verified email | Google, when you choose to sign in with it | To create the account and check that it's you |
| Acceptance of the terms and of this policy: versions and date | You | To prove what was agreed |
| Organization: name, logo, members, roles and invitations | Its administrators | To give each member the right access |
| Trades and pictures that the organization records | Members of the organization | To store them and show them to the organization |
| Subscription: plan, invoices, card brand, last four digits and expiry date | You and the payment provider | To charge for the plan and show what was charged |
| Sessions: date, time, IP address and browser of each sign-in | Your browser | Security, the list of sessions, and retention required by law |
| Audit log: who changed what, and when | Use of the app | Security and accountability toward the organization |
| Messages that you send us | You | To answer |

Your card number and security code don't reach our servers: you enter them in fields of the payment provider.

We don't process sensitive personal data and don't offer the service to people under 18.

## On what legal basis

- Performance of a contract (LGPD, art. 7, V): account, organization, subscription and everything the app does at your request.
- Legal obligation (art. 7, II): tax documents of charges, and access logs, which the Civil Framework of the Internet (art. 15) requires us to keep for six months.
- Legitimate interest (art. 7, IX): security, fraud prevention and limits on sign-in attempts, always with the minimum of data.
- Consent (art. 7, I): the newsletter and your profile picture. You can withdraw it at any time without losing the service.

We don't sell personal data, don't build advertising profiles and make no automated decisions about you.

## How long we keep it

- Account: as long as it exists. When you delete it in your profile, it and the organizations that only you own are deleted.
- Trades and pictures: as long as the organization exists and doesn't delete them.
- Invoices: for the period that tax law requires.
- Access logs: six months.
- Invitations and verification links: until they are used or expire.
- Backups: they are discarded after a short time and serve only to restore the service.

## Who we share it with

Only with those who need the data to make the service work, and only what they need:

- Members of your organization see your name, email, phone, picture and role in it.
- The payment provider (Stripe) receives the name of the organization, the email of its administrator and the card. It also processes this data as a controller, to comply with financial rules.
- The email server receives the address and text of the messages that we send you.
- The hosting provider keeps the servers and backups.
- Google checks your identity when you choose to sign in with it.
- The newsletter service receives your email when you subscribe; it opens in another window and has its own policy.
- Authorities receive data when a valid order obliges us, and we inform you whenever the law allows it.

Some of these suppliers are outside Brazil. International transfers then rely on art. 33 of the LGPD, in particular contractual clauses that require the same protection.

When the team that operates Pregão has to enter an account for support, the session ends by itself within 60 minutes, shows a banner on the screen and is in the organization's audit log.

## Cookies and local storage

We use only what is needed to remember your choices and keep you signed in. There are no advertising or third-party cookies, which is why no banner asks you to accept them.

| Name | Place | Purpose | Duration |
|---|---|---|---|
| locale | Cookie | Language of the pages | 1 year |
| currency | Cookie | Currency of prices | 1 year |
| theme | Cookie | Light or dark, and the color of the site | 1 year |
| app-theme | Cookie | Theme of your organization in the app | 1 year |
| id_token | Local storage | Your session, after you sign in | Until you sign out |
| app-background | Local storage | Light or dark in the app, if you change it | Until you delete it |
| tenant | Tab storage | The organization that is open in the tab | Until you close the tab |

You can delete all of this in your browser's settings. Without the cookies, pages return to Portuguese, the dark theme and the default currency; without the session, you have to sign in again.

On pages where a card is entered, the payment provider may use cookies of its own to prevent fraud. On the sign-in page, Google may use its cookies where signing in with Google is available. Where visits are counted, only the address of the page is sent, without emails or identifiers.

## Your rights

The LGPD (art. 18) gives you the right to request, free of charge and at any time:

- confirmation that we process your data, and access to it;
- correction of what is incomplete, wrong or outdated;
- anonymization, blocking or deletion of what is unnecessary or excessive;
- portability to another supplier;
- deletion of what we process with your consent;
- information about who we share it with;
- information about the possibility of refusing consent, and its consequences;
- withdrawal of consent, and objection to what the law doesn't allow.

Much of this you can do yourself: your profile shows and corrects your data, downloads a copy of everything we store about you, lists and ends sessions and deletes the account. For everything else, write to the data protection officer. We answer simplified access immediately and give the full statement within 15 days (art. 19). We may ask you to write from the email of the account, to be sure that it's you.

If the request is about data that an organization recorded, we forward it to the organization, which decides as the controller.

If our answer doesn't settle the matter, you can turn to the Brazilian data protection authority (ANPD) or to consumer protection bodies.

## How we protect it

- Encrypted connections, and passwords and sessions stored only as cryptographic hashes.
- The database separates the rows of each organization, even if the program fails to.
- Emailed links are random, work once and expire.
- Sign-in attempts are limited, and a new password ends all other sessions.
- Passwords, keys and card numbers aren't written to logs.

No system is infallible. If an incident could cause relevant risk or damage, we inform you and the ANPD within the legal period (art. 48) of what happened, which data was affected and what to do.

## Changes and contact

If this policy changes in a way that matters to you, we ask you to accept it on your next visit to the app. Earlier versions remain published.

Questions, requests and complaints about personal data, including to the data protection officer: [{email}](mailto:{email})
`,
};
