import type pg from 'pg'

/**
 * Gives a company made by SQL a package without limits, off sale, by which it gets its products: every product of the
 * console, or those named.
 */
export async function givePackage(
  db: Pick<pg.Pool, 'query'>,
  companyId: string,
  products: readonly string[] | null = null,
): Promise<void> {
  const code = products === null ? 'test' : `test-${products.join('-').replaceAll('_', '-')}`
  await db.query(
    `with made as (
       insert into package (code, retired_at) values ($2, now()) on conflict (code) do nothing returning id),
     version as (
       insert into package_version (package_id, version, name_zh, name_en, products)
       select id, 1, $2, $2, $3::text[] from made returning package_id)
     insert into company_package (company_id, package_id, version)
     select $1, id, 1 from (select package_id as id from version union all select id from package where code = $2) p
     on conflict (company_id) do update set package_id = excluded.package_id, version = 1`,
    [companyId, code, products],
  )
}
