-- Whoever had gateways of several companies try something out sees what came of it, in each company that lets them in.
drop policy behind_consent on diagnostic_run;
create policy behind_consent on diagnostic_run as restrictive for select to {{tree}}, {{platform}} using (
  company_id = (select scope_company()) or company_id = (select netward_setting('netward.looks_into')::bigint)
  or exists (select from diagnostic_batch b where b.id = diagnostic_run.batch_id and b.company_id = (select scope_company()))
    and not exists (select from closed_companies(array[diagnostic_run.company_id])));
