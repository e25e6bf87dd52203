-- ─── A claim by what the label says ──────────────────────────────────────────────────────────────────────────────────

drop function claim_by_label(text, text, text, bytea, bigint, bigint);
/**
 * A claim by serial number and the keyed hash of the secret on the label, `class_in` '' where the label has no product class:
 * an identity has one (TR-069 3.4.4), so that where the secret fits several, `ambiguous`, somebody must say which. `refused`,
 * whatever the cause. Whoever registers a serial writes the label secret that it likes: where another company registered the
 * same serial with another secret, or with none, the platform decides.
 */
create function claim_by_label(
  oui_in text, class_in text, serial_in text, label_hash_in bytea, outlet_in bigint, replaces_in bigint
) returns table (outcome text, product_class text)
language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  p gateway_pool;
  o gateway_pool;
  classes text[] := '{}';
begin
  perform check_place(outlet_in, replaces_in);
  for o in
    select * from gateway_pool k
    where k.oui = oui_in and k.serial_number = serial_in and (class_in = '' or k.product_class = class_in)
      and exists (select from pre_registration r where r.serial_number = serial_in and r.label_hash = label_hash_in
        and registration_fits(r, oui_in, k.product_class, serial_in, k.model_name))
    order by k.id for update
  loop
    -- Whether it is one of several tells something too: what keeps one of them from this company refuses them all.
    if pool_duplicate(o) or (o.claim_until > now() and o.claim_company_id <> scope_company())
      or exists (select from pre_registration r where r.serial_number = serial_in
        and r.company_id <> scope_company() and r.label_hash is distinct from label_hash_in
        and registration_fits(r, oui_in, o.product_class, serial_in, o.model_name)) then
      return query select 'refused', class_in;
      return;
    end if;
    p := o;
    classes := classes || o.product_class;
  end loop;
  if p.id is null then
    return query select 'refused', class_in;
    return;
  end if;
  if class_in = '' then
    -- What is registered for another class has only not called in yet.
    classes := array(
      select unnest(classes) union select r.product_class from pre_registration r
      where r.serial_number = serial_in and r.label_hash = label_hash_in and r.product_class is not null
        and r.state <> 'matched' and r.expires_at > now() and coalesce(r.oui, oui_in) = oui_in);
    if cardinality(classes) > 1 then
      return query select 'ambiguous', class_in;
      return;
    end if;
  end if;
  update gateway_pool k set claim_company_id = scope_company(), claim_until = now() + interval '15 minutes',
    claim_outlet_id = outlet_in, claim_replaces_id = replaces_in
  where k.id = p.id;
  perform note_live(scope_company(), 'pool.changed', p.id, '{}');
  return query select 'claimed', p.product_class;
end $$;
grant execute on function claim_by_label to {{company}}, {{tree}}, {{platform}};
