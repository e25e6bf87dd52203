import { configurationApi, equipmentApi, provisioningApi } from '@netward/contract'
import { z } from 'zod'
import { defineTool, pick, read, readIfAllowed } from './define.ts'
import { companyId, idText, search } from './list.ts'
import { deviceReference, referenceOf } from './names.ts'
import { masked, maskedSettings, maskedValues } from './template-text.ts'
import type { ToolAnswer, ToolContext } from './tool.ts'
import { periodInput, periodOf } from './times.ts'

export const configuration = defineTool({
  name: 'configuration',
  shown: 'configuration',
  description:
    'Configuration of a device. Gateways: the templates that apply, drift and conflicts. Others: the state of backups, stored versions, and what differs between the last two of them (or fromVersionId and toVersionId), secrets masked.',
  input: { deviceId: idText, fromVersionId: idText.optional(), toVersionId: idText.optional() },
  needs: ['DMS_SERVER_DEVICE_VIEW'],
  run: async (context, { deviceId, fromVersionId, toVersionId }) => {
    const device = await read(context, equipmentApi.getEquipment, { deviceId })
    const answer =
      device.driver === 'cwmp'
        ? await drift(context, deviceId)
        : await backups(context, deviceId, fromVersionId, toVersionId)
    return {
      data: { deviceId, deviceName: device.name, ...answer.data },
      references: [deviceReference(device), ...answer.references],
    }
  },
})

type Part = Omit<ToolAnswer, 'data'> & { readonly data: Readonly<Record<string, unknown>> }

async function drift(context: ToolContext, deviceId: string): Promise<Part> {
  const it = await read(context, provisioningApi.getConfiguration, { deviceId })
  return {
    data: {
      ...pick(it, 'state', 'waits', 'checkedAt', 'appliedAt', 'driftedSince'),
      templates: it.templates.map((template) =>
        pick(template, 'id', 'name', 'version', 'ownerName', 'entries'),
      ),
      differences: it.differences.map(({ path, secret, actual, desired }) => ({
        path,
        actual: secret ? masked : actual,
        desired: secret ? masked : desired,
      })),
      problems: it.problems.map((problem) => pick(problem, 'path', 'code', 'text')),
      // Values that templates contradict each other in may be secrets of one of them.
      conflicts: it.conflicts.map(({ path, wants }) => ({
        path,
        templates: wants.map(({ template }) => template),
      })),
      absent: it.absent.map(({ text }) => text),
    },
    references: it.templates.flatMap(({ id, name }) => referenceOf('template', id, name)),
  }
}

async function backups(
  context: ToolContext,
  deviceId: string,
  fromVersionId?: string,
  toVersionId?: string,
): Promise<Part> {
  const [backup, versions] = await Promise.all([
    read(context, configurationApi.getConfigurationBackup, { deviceId }),
    read(context, configurationApi.pageConfigurationVersions, { deviceId, pageSize: 20 }),
  ])
  const to = toVersionId ?? versions.items[0]?.id
  const from = fromVersionId ?? versions.items[1]?.id
  const compared =
    from !== undefined && to !== undefined && from !== to
      ? await read(context, configurationApi.compareConfigurations, { deviceId, from, to })
      : null
  return {
    data: {
      ...pick(backup, 'state', 'reason', 'enabled', 'lastAt', 'lastOkAt', 'changedAt', 'nextAt'),
      versions: {
        shown: versions.items.length,
        total: versions.total,
        items: versions.items.map((version) => pick(version, 'id', 'firstAt', 'lastAt', 'lines', 'byName')),
      },
      difference: compared && {
        from: pick(compared.from, 'id', 'firstAt', 'lastAt'),
        to: pick(compared.to, 'id', 'firstAt', 'lastAt'),
        ...pick(compared, 'added', 'removed', 'truncated'),
        lines: compared.lines.map(({ change, text }) => `${marks[change]}${text}`),
      },
    },
    references: [],
  }
}

const marks = { same: '  ', added: '+ ', removed: '- ' } as const

export const configurationChanges = defineTool({
  name: 'find_configuration_changes',
  shown: 'configuration',
  description:
    'Devices whose backed-up configuration changed since a moment (default: 7 days), the state of their backups, and on how many gateways the configuration drifted, failed or is in conflict.',
  input: {
    search,
    outletId: idText.optional(),
    companyId,
    from: periodInput.from,
    page: z.int().min(1).default(1),
  },
  needs: ['DMS_SERVER_DEVICE_VIEW'],
  run: async (context, { from, ...input }) => {
    const period = periodOf(context, { from }, 7 * 24)
    const [found, troubles] = await Promise.all([
      readIfAllowed(context, configurationApi.pageConfigurations, {
        ...input,
        changedSince: period.from,
        sort: '-changedAt',
        pageSize: 50,
      }),
      readIfAllowed(context, provisioningApi.configurationSummary, {}),
    ])
    return {
      data: {
        since: period.from,
        gateways: troubles ?? 'not allowed',
        backups: found
          ? {
              shown: found.items.length,
              total: found.total,
              items: found.items.map((one) =>
                pick(one, 'deviceId', 'deviceName', 'outletName', 'changedAt', 'lastOkAt', 'state', 'reason'),
              ),
            }
          : 'not allowed',
      },
      references: (found?.items ?? []).flatMap((one) => referenceOf('device', one.deviceId, one.deviceName)),
    }
  },
})

export const templates = defineTool({
  name: 'templates',
  shown: 'configuration',
  description:
    'Configuration templates of gateways: a list, or with templateId one of them with its settings. Secrets are masked.',
  input: { search, templateId: idText.optional(), page: z.int().min(1).default(1) },
  needs: ['DMS_SERVER_DEVICE_TEMPLATE_VIEW'],
  run: async (context, { templateId, ...input }) => {
    if (templateId === undefined) {
      const found = await read(context, provisioningApi.pageTemplates, { ...input, pageSize: 50 })
      return {
        data: {
          shown: found.items.length,
          total: found.total,
          items: found.items.map((one) =>
            pick(
              one,
              'id',
              'name',
              'companyName',
              'latestVersion',
              'appliedVersion',
              'changedAt',
              'matching',
            ),
          ),
        },
        references: found.items.flatMap(({ id, name }) => referenceOf('template', id, name)),
      }
    }
    const it = await read(context, provisioningApi.getTemplate, { templateId })
    const { content } = it.version
    return {
      data: {
        ...pick(it, 'id', 'name', 'companyName', 'latestVersion', 'appliedVersion', 'changedAt'),
        selector: it.version.selector,
        settings: maskedSettings(content.settings),
        values: maskedValues(content.values),
        // Objects may hold anything: only which ones.
        objects: content.objects.map(({ table, only }) => ({ table, only })),
      },
      references: referenceOf('template', it.id, it.name),
    }
  },
})
