/** Company details for a notice. */
create or replace function notice_facts(company_in bigint) returns table (name text, language text, time_zone text)
  language sql stable security definer set search_path = public as $$
  select name, language, time_zone from company where id = company_in $$;

/** Queues a notice to a company's administrators, with its details. For definer functions only. */
create or replace function enqueue_notice(company_in bigint, notice_in text, params_in jsonb) returns void
  language plpgsql set search_path = public as $$
begin
  perform graphile_worker.add_job('company.notice',
    (params_in || jsonb_build_object('companyId', company_in::text, 'notice', notice_in))::json, max_attempts := 10);
end $$;

grant execute on function notice_facts to {{login}};
