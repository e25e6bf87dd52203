-- An MSP's list by model, further down than the first page: without the company in it the index could not answer alone,
-- and what could had to sort every gateway of a model.
drop index device_msp_model;
create index device_msp_model on device (msp_id, model_name, id) include (company_id) where state = 'claimed';

/**
 * As before, but the usual answer, that nothing is stopped, is found by two small looks: it is asked with every request,
 * and was a third of what beginning one costs the database.
 */
create or replace function request_stop(
  refusal_in text, product_in text, company_in bigint, person_in bigint, identity_in integer
) returns jsonb language plpgsql stable security definer set search_path = public as $$
begin
  if refusal_in is null
    and not exists (select from product p where p.code = product_in and p.state in ('maintenance', 'deactivated', 'deleted'))
    and not exists (select from application a
      where a.company_id = company_in and a.state in ('maintenance', 'deactivated')) then
    return null;
  end if;
  return (
    select jsonb_build_object('code', s.code, 'productCode', s.product_code, 'productNameZh', s.product_name_zh,
      'productNameEn', s.product_name_en,
      'messageZh', case s.code when 'application.maintenance' then s.message_zh else '' end,
      'messageEn', case s.code when 'application.maintenance' then s.message_en else '' end,
      'until', case s.code when 'application.maintenance' then to_char(s.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end)
    from product_stops(company_in, identity_in) s
    where case refusal_in
      when 'application.maintenance' then s.code = refusal_in and s.product_code = (
        select p.code from application a join product p on p.id = a.product_id where a.person_id = person_in)
      else refusal_in is null and s.product_code = product_in end
    -- What will not come back by itself is said first, of maintenances the one that lasts longest.
    order by s.code, s.until desc limit 1);
end $$;
