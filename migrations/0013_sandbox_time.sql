-- Time of the next action on an object: the end of a trial, a renewal, the finalization of a draft invoice,
-- the next payment attempt. Null: none.

alter table sandbox.objects add column due_at bigint;
create index objects_due on sandbox.objects (due_at) where due_at is not null;

-- Makes existing objects due, so that the sandbox computes their next action.
update sandbox.objects set due_at = created where kind in ('subscription', 'invoice');
