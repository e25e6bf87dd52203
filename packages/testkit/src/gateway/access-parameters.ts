import type { DataModelRoot } from '@netward/cwmp'
import { type TemplateBuilder, writableLimits as writable } from './template.ts'

/** By what a gateway reaches the internet. */
export type Access = 'ethernet' | 'dsl' | 'cellular'

const kilobits = (name: string) => [name, 'unsignedInt', '0'] as [string, 'unsignedInt', string]
const tenths = (name: string) => [name, 'int', '0'] as [string, 'int', string]
const dslRates = [kilobits('DownstreamCurrRate'), kilobits('UpstreamCurrRate')]
const dslMargins = [tenths('DownstreamNoiseMargin'), tenths('UpstreamNoiseMargin')]

/** The line of a gateway: DSL below its WAN, or a cellular modem with a WAN of its own beside it. */
export function accessParameters(builder: TemplateBuilder, root: DataModelRoot, access: Access): void {
  if (access === 'dsl') {
    if (root === 'Device.') dsl181(builder)
    else builder.add('WANDevice.1.WANDSLInterfaceConfig.', ...dslRates, ...dslMargins)
  }
  if (access === 'cellular' && root === 'Device.') cellular181(builder)
}

function dsl181(builder: TemplateBuilder): void {
  builder
    .add(
      'DSL.Line.1.',
      ['Enable', 'boolean', '1', writable],
      ['Status', 'string', 'Up'],
      ['Upstream', 'boolean', '1'],
      ...dslMargins,
    )
    .add(
      'DSL.Channel.1.',
      ['Enable', 'boolean', '1', writable],
      ['Status', 'string', 'Up'],
      ['LowerLayers', 'string', 'Device.DSL.Line.1.', writable],
      ...dslRates,
    )
    .add(
      'PTM.Link.1.',
      ['Enable', 'boolean', '1', writable],
      ['Status', 'string', 'Up'],
      ['LowerLayers', 'string', 'Device.DSL.Channel.1.', writable],
    )
    .add('Ethernet.Link.2.', ['LowerLayers', 'string', 'Device.PTM.Link.1.', writable])
}

function cellular181(builder: TemplateBuilder): void {
  builder
    .add(
      'Cellular.Interface.1.',
      ['Status', 'string', 'Up'],
      ['RSRP', 'int', '0'],
      ['RSRQ', 'int', '0'],
      ['SINR', 'int', '0'],
    )
    .add(
      'IP.Interface.3.',
      ['Enable', 'boolean', '1', writable],
      ['Status', 'string', 'Up'],
      ['Alias', 'string', 'wwan', writable],
      ['Name', 'string', 'wwan0'],
      ['Type', 'string', 'Normal'],
      ['LowerLayers', 'string', 'Device.Cellular.Interface.1.', writable],
      ['IPv4Address.1.IPAddress', 'string', '100.64.7.2', writable],
      ['Stats.BytesSent', 'unsignedLong', '0'],
      ['Stats.BytesReceived', 'unsignedLong', '0'],
    )
}
