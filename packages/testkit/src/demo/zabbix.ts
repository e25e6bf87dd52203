import { readFile } from 'node:fs/promises'
import type { DemoConsole } from './console.ts'

const sample = new URL('../../../../docs/zabbix-sample.yaml', import.meta.url)

/** The hosts of an export, read and not added yet: somebody is still to say where they go. */
export async function prepareZabbix(inside: DemoConsole): Promise<void> {
  const { total } = await inside.call('POST /monitor/api/v1/zabbix/import/lists', {})
  if (total > 0) return
  await inside.upload('/monitor/api/v1/zabbix/import', 'zabbix_export_hosts.yaml', await readFile(sample))
}
