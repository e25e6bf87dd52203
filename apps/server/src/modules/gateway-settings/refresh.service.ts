import type { gatewaySettingApi, InputOf } from '@netward/contract'
import { pathsOf } from '@netward/cwmp'
import { AppError } from '../../platform/errors.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { callIn, ownedDevice, movableDevice, queueCommand } from '../devices/index.ts'
import { knownGateway } from './known-gateway.ts'

/** One read of the parameters of these sections, with names and writability. */
export function refreshSettings(
  ctx: SeveralTransactions,
  { deviceId, sections }: InputOf<typeof gatewaySettingApi.refreshGatewaySettings>,
): Promise<{ commandId: string }> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const device = await movableDevice(inside, deviceId, 'readParameters')
    const known = await knownGateway(inside, deviceId, sections)
    if (known === null) throw new AppError('gateway_settings.model_unknown')
    const wanted = [...new Set(sections)]
    const there = pathsOf(known.tree, wanted, known.namesRead)
    // Nothing is known of it: read anyway, the gateway may have gained it since.
    const asked = there.length > 0 ? there : pathsOf(known.tree, wanted, false)
    const paths = asked.length > 0 ? asked : [`${known.root}DeviceInfo.UpTime`]
    const commandId = await queueCommand(inside, device, 'get_parameter_values', { paths, sections: wanted })
    await callIn(inside, deviceId)
    await inside.audit({
      action: 'device.settings_read',
      subjectKind: 'device',
      subjectId: deviceId,
      detail: { commandId, sections: wanted },
    })
    return { commandId }
  })
}
