/**
 * Records a certificate of one gateway with an Inform of another: in the log of the platform and of the
 * identity's owner.
 */
create or replace function acs_certificate_mismatch(
  oui_in text, class_in text, serial_in text, address_in inet, certificate_in text
) returns void language plpgsql security definer set search_path = public as $$
declare
  d device;
  described constant jsonb := jsonb_build_object('serialNumber', serial_in, 'oui', oui_in, 'address', host(address_in),
    'certificate', certificate_in);
begin
  select * into d from device where oui = oui_in and product_class = class_in and serial_number = serial_in
    and state = 'claimed' and driver = 'cwmp';
  if d.id is not null then
    perform note_timeline(d.company_id, d.id, 'certificate.mismatch', jsonb_build_object('certificate', certificate_in,
      'address', host(address_in)));
    perform note_audit(d.company_id, 'gateway.certificate_mismatch', 'device', d.id::text, described);
  end if;
  perform note_audit(c.id, 'gateway.certificate_mismatch', 'device', coalesce(d.id::text, ''), described)
  from company c where c.kind = 'op' and c.id is distinct from d.company_id;
end $$;

/** Records in the platform's log whose certificate was refused, and why. */
create or replace function acs_certificate_refused(reason_in text, certificate_in text, serial_in text, address_in inet) returns void
  language sql security definer set search_path = public as $$
  select note_audit(c.id, 'gateway.certificate_refused', 'device', '', jsonb_build_object('reason', reason_in,
    'certificate', certificate_in, 'certificateNumber', serial_in, 'address', host(address_in)))
  from company c where c.kind = 'op' $$;

grant execute on function acs_certificate_mismatch, acs_certificate_refused to {{login}};
