-- The moment at which the payment sandbox has something to do with an object: a trial that ends, a
-- renewal, a draft to be made final, a payment to be tried again. Null while there is none.

alter table sandbox.objects add column due_at bigint;
create index objects_due on sandbox.objects (due_at) where due_at is not null;

-- Those from before are looked at once, and find their own next moment.
update sandbox.objects set due_at = created where kind in ('subscription', 'invoice');
