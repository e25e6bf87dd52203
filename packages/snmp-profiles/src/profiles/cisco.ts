import * as mib from '../mibs/cisco.ts'
import type { Profile, TextSource, TypeRule } from '../model.ts'

const common = [...mib.processors, ...mib.memory, ...mib.environment]

/** entPhysicalModelName of the chassis; in stacks the chassis is 1001, in others 1. */
const model: readonly TextSource[] = [
  { entity: 'model', pattern: /^[^\s,]{2,60}/ },
  { oid: '1.3.6.1.2.1.47.1.1.1.1.13.1001' },
  { oid: '1.3.6.1.2.1.47.1.1.1.1.13.1' },
  { oid: '1.3.6.1.2.1.47.1.1.1.1.13.1000' },
  // CISCO-UNIFIED-COMPUTING-COMPUTE-MIB cucsComputeRackUnitModel
  { oid: '1.3.6.1.4.1.9.9.719.1.9.6.1.6.1' },
  { oid: '1.3.6.1.4.1.9.9.719.1.9.6.1.6.0' },
  { descr: /^cisco ((?=[A-Z-]{0,12}\d)[A-Z\d-]{3,30}) /i },
  { descr: /\bcisco IOS Software[^,]{0,30}, (\S{3,30}) Software/i },
]
const version: readonly TextSource[] = [
  { descr: /\bVersion ([^\s,]{1,60})/ },
  { descr: /\bSoftware Version ([^\s,]{1,60})/i },
]

/** Families by what the part numbers begin with; sysDescr of IOS names the image's platform. */
const type: readonly TypeRule[] = [
  { type: 'other', descr: /^(?:Cisco Identity Services|Linux release)/i },
  { type: 'firewall', model: /^(?:ASA|FPR|FTD|PIX|SA5)/i },
  { type: 'wireless_controller', model: /^(?:C?98\d\d|AIR-W?L?C?CT|AIR-CT|AIR-WLC)/i },
  { type: 'wireless_ap', model: /^(?:AIR-|C9[1]\d\d(?:A|W)|CW9)/i },
  {
    type: 'switch',
    model: /^(?:WS-|N\dK|N[3579]|C9[2-6]|C1000|C1200|C1300|CBS|SG|SF|SX|IE-|ME-|CAT|C[2346]\d{3}|ESS)/i,
  },
  { type: 'router', model: /^(?:CISCO|ISR|ASR|C[18]\d{2,3}|C8|CSR|NCS|RV|IR\d|VG|UBR|\d{3,4})/i },
  { type: 'wireless_ap', descr: /\bC\d{4} Software \(C\d{4}-K9W|\bAP\d?g\d|\bap3g/i },
  {
    type: 'switch',
    descr:
      /\((?:C(?:29|35|36|37|38|40|45|49|65|68|92|93|94|95|10|17|83)\d\d|CAT|IE\d|S\d{4,5}|s72033|s222|ME\d|CDB|CGS|IES)/i,
  },
  { type: 'switch', descr: /NX-OS|Catalyst|\bswitch\b/i },
  { type: 'router' },
]

export const cisco: readonly Profile[] = [
  {
    name: 'cisco-ios',
    vendor: 'Cisco',
    match: [{ oids: ['1.3.6.1.4.1.9'] }],
    type,
    model: [...model.slice(0, 7), { products: 'cisco' }, ...model.slice(7)],
    version,
    serial: [
      { entity: 'serial' },
      { oid: '1.3.6.1.2.1.47.1.1.1.1.11.1001' },
      { oid: '1.3.6.1.2.1.47.1.1.1.1.11.1' },
      { oid: '1.3.6.1.4.1.9.3.6.3.0' },
    ],
    tables: [...common, ...mib.wireless],
  },
  {
    name: 'cisco-asa',
    vendor: 'Cisco',
    match: [
      { oids: ['1.3.6.1.4.1.9'], descr: /Adaptive Security Appliance|Firepower|Threat Defense|PIX/i },
      { oids: ['1.3.6.1.4.1.9.12.3.1.3'], descr: /Firepower|FX-OS/i },
    ],
    type: [{ type: 'firewall' }],
    model,
    version: [{ entity: 'software' }, { descr: /Version ([^\s,]{1,40})/ }],
    tables: [...common, ...mib.firewall],
  },
  {
    name: 'cisco-nxos',
    vendor: 'Cisco',
    match: [{ oids: ['1.3.6.1.4.1.9'], descr: /NX-OS/ }],
    type: [{ type: 'switch' }],
    model: [
      { oid: '1.3.6.1.2.1.47.1.1.1.1.13.149' },
      { oid: '1.3.6.1.2.1.47.1.1.1.1.13.10' },
      ...model,
      { descr: /NX-OS\(tm\) (\S{2,30})/ },
    ],
    version: [{ descr: /Version ([^\s,]{1,40})/ }],
    tables: common,
  },
  {
    name: 'cisco-wlc',
    vendor: 'Cisco',
    match: [
      { oids: ['1.3.6.1.4.1.14179'] },
      { oids: ['1.3.6.1.4.1.9'], descr: /^Cisco (?:Controller|Business Wireless)/i },
      { oids: ['1.3.6.1.4.1.9.6.1.37'] },
      { oids: ['1.3.6.1.4.1.9'], descr: /C9800|\bWLC\b/i },
    ],
    type: [{ type: 'wireless_controller' }],
    model: [{ oid: '1.3.6.1.4.1.14179.1.1.1.3.0' }, ...model],
    version: [{ oid: '1.3.6.1.4.1.14179.1.1.1.14.0' }, { entity: 'software' }, ...version],
    serial: [{ oid: '1.3.6.1.4.1.14179.1.1.1.4.0' }],
    tables: [...common, ...mib.wireless],
  },
  {
    name: 'cisco-smb',
    vendor: 'Cisco',
    match: [{ oids: ['1.3.6.1.4.1.9.6.1'] }],
    type: [
      { type: 'router', descr: /\bRV\d|router/i },
      { type: 'wireless_ap', descr: /\bWAP\d|access point/i },
      { type: 'switch' },
    ],
    model: [
      // RADLAN-Physicaldescription-MIB rlPhdUnitGenParamModelName
      { oid: '1.3.6.1.4.1.9.6.1.101.53.14.1.11.1' },
      { oid: '1.3.6.1.2.1.47.1.1.1.1.13.67108992' },
      { oid: '1.3.6.1.2.1.47.1.1.1.1.13.68420352' },
      { entity: 'model' },
      { descr: /\b((?:SG|SF|SX|CBS|C1|RV|WAP)\d\S{1,30})/ },
    ],
    version: [
      { oid: '1.3.6.1.2.1.47.1.1.1.1.10.67109120' },
      { entity: 'software' },
      { oid: '1.3.6.1.4.1.9.6.1.101.2.4.0' },
      { column: '1.3.6.1.2.1.47.1.1.1.1.10' },
    ],
    serial: [{ entity: 'serial' }, { column: '1.3.6.1.2.1.47.1.1.1.1.11' }],
    tables: [...mib.smallBusiness, ...common],
  },
  {
    name: 'meraki',
    vendor: 'Meraki',
    match: [{ oids: ['1.3.6.1.4.1.29671'] }],
    type: [
      { type: 'firewall', descr: /\bMX|\bZ\d/ },
      { type: 'switch', descr: /\bMS\d|\bC9/ },
      { type: 'wireless_ap' },
    ],
    model: [{ descr: /Meraki (\S{2,30})/ }],
  },
]
