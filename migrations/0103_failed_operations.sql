-- A reversal that the provider refuses ends its operation: left open, it would lock the organization's billing.

-- safe: replaced by a wider one
alter table billing_intents drop constraint billing_intents_state_check;
alter table billing_intents add constraint billing_intents_state_check check (state in
  ('open', 'authenticating', 'done', 'undone', 'failed'));
