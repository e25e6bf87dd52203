import type { DeviceType } from '@netward/contract/device-values'

/**
 * Makers that build on Net-SNMP and leave its sysObjectID: an instance of their own MIB shows them. `instance, below
 * enterprises; maker; type`. It is one request for agents that call themselves Net-SNMP.
 */
const list = `
2.3.51.3.1.5.2.1.5.0;IBM;other
1418.6.1.4.0;Dataprobe;other
2011.6.164.1.2.2.1.1.5.1;Huawei;other
4555.1.1.7.1.1.1.0;Socomec;other
6302.2.1.1.2.0;Vertiv;other
6404.3.1.2.9.1.6.0;Ecreso;other
8962.2.1.2.1.1.4.0;Trellix;security_gateway
13827.5.0.11.0;EndRun;other
13827.12.1.16.0;EndRun;other
13827.14.1.16.0;EndRun;other
20632.8.25.0;Barracuda;firewall
22408.1.4.1.4.1.0;PrimeKey;other
26122.3.1.2.0;Zenitel;other
42397.1.1.2.1.0;Grandstream;wireless_ap
42397.1.1.1.0.0;Grandstream;other
42397.1.2.1.0;Grandstream;other
42397.1.2.1.0.0;Grandstream;other
39324.1.1.9.1.1.20.0;QuantaStor;other
45065.1.1.1.3.0;Insyde;other
53058.2.1.7.0;Baicells;wireless_ap
53973.1.1.1.1.1.2.0;ABB;other
`

export interface HiddenMaker {
  readonly oid: string
  readonly vendor: string
  readonly type: DeviceType
}

export const hiddenMakers: readonly HiddenMaker[] = list
  .trim()
  .split('\n')
  .map((line) => {
    const [oid = '', vendor = '', type = 'other'] = line.split(';')
    return { oid: `1.3.6.1.4.1.${oid}`, vendor, type: type as DeviceType }
  })
