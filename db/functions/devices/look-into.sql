/**
 * Opens one object of a company below for reading: from here on the transaction sees what belongs to it, as a
 * user acting in that company with this permission would. Lists across companies show their rows; the
 * contents of one need its consent.
 */
create or replace function look_into(company_in bigint, needed text) returns void
  language plpgsql security definer set search_path = public as $$
declare
  s acting_consent;
  entry text;
begin
  if current_setting('role') = '{{company}}' or company_in = scope_company() then return; end if;
  if not sees_company(company_in) then raise exception 'company.not_found' using errcode = 'NW001'; end if;
  select * into s from acting_consent where company_id = company_in;
  if found then
    entry := acting_entry(company_in, scope_person());
    if entry like 'acting.%' then raise exception '%', entry using errcode = 'NW001'; end if;
    if entry <> 'break_glass'
      and not exists (select from built_in_role b where b.key = s.ceiling and needed = any (b.permissions)) then
      raise exception 'permission.denied' using errcode = 'NW001';
    end if;
  end if;
  perform set_config('netward.looks_into', company_in::text, true);
end $$;

grant execute on function look_into to {{company}}, {{tree}}, {{platform}};
