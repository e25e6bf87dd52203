import type { TrapMeaning } from '@netward/contract/device-values'

/**
 * Notifications of makers' MIBs by what they mean. A prefix stands for all below it; the longest counts. v1 traps are found
 * here too, as RFC 3584 writes them: enterprise, 0, specific.
 */
const meanings: Readonly<Record<string, TrapMeaning>> = {
  // HUAWEI-ENTITY-TRAP-MIB, HUAWEI-BASE-TRAP-MIB, HUAWEI-LDT-MIB, HUAWEI-WLAN-AP-MIB
  '1.3.6.1.4.1.2011.5.25.219.2.2.3': 'power_failed',
  '1.3.6.1.4.1.2011.5.25.219.2.2.4': 'power_restored',
  '1.3.6.1.4.1.2011.5.25.219.2.5.1': 'part_removed',
  '1.3.6.1.4.1.2011.5.25.219.2.5.2': 'part_inserted',
  '1.3.6.1.4.1.2011.5.25.219.2.6.1': 'fan_failed',
  '1.3.6.1.4.1.2011.5.25.219.2.6.5': 'fan_failed',
  '1.3.6.1.4.1.2011.5.25.219.2.6.6': 'fan_restored',
  '1.3.6.1.4.1.2011.5.25.219.2.10.13': 'temperature_high',
  '1.3.6.1.4.1.2011.5.25.219.2.10.14': 'temperature_normal',
  '1.3.6.1.4.1.2011.5.25.219.2.14.1': 'cpu_high',
  '1.3.6.1.4.1.2011.5.25.219.2.15.1': 'memory_high',
  '1.3.6.1.4.1.2011.5.25.129.2.1.1': 'temperature_high',
  '1.3.6.1.4.1.2011.5.25.129.2.4.1': 'cpu_high',
  '1.3.6.1.4.1.2011.5.25.129.2.6.1': 'memory_high',
  '1.3.6.1.4.1.2011.5.25.174.3': 'loop',
  '1.3.6.1.4.1.2011.5.25.191.3.1': 'configuration_changed',
  '1.3.6.1.4.1.2011.6.139.13.1.1.1.2': 'ap_lost',
  '1.3.6.1.4.1.2011.6.10.2.1': 'configuration_changed',
  // HH3C-ENTITY-EXT-MIB, HH3C-LSW-DEV-ADM-MIB, HH3C-CONFIG-MAN-MIB, HH3C-LPBKDT-MIB
  '1.3.6.1.4.1.25506.2.6.2.0.1': 'temperature_high',
  '1.3.6.1.4.1.25506.2.6.2.0.2': 'temperature_high',
  '1.3.6.1.4.1.25506.2.6.2.0.3': 'temperature_normal',
  '1.3.6.1.4.1.25506.2.6.2.0.4': 'cpu_high',
  '1.3.6.1.4.1.25506.2.6.2.0.5': 'cpu_normal',
  '1.3.6.1.4.1.25506.2.6.2.0.6': 'memory_high',
  '1.3.6.1.4.1.25506.2.6.2.0.7': 'memory_normal',
  '1.3.6.1.4.1.25506.8.35.12.1.1': 'fan_failed',
  '1.3.6.1.4.1.25506.8.35.12.1.6': 'fan_failed',
  '1.3.6.1.4.1.25506.8.35.12.1.7': 'fan_restored',
  '1.3.6.1.4.1.25506.8.35.12.1.8': 'power_failed',
  '1.3.6.1.4.1.25506.8.35.12.1.10': 'power_restored',
  '1.3.6.1.4.1.25506.2.4.2.1': 'configuration_changed',
  '1.3.6.1.4.1.25506.2.95.1.0.1': 'loop',
  // CISCO-CONFIG-MAN-MIB, CISCO-ENVMON-MIB, CISCO-ENTITY-FRU-CONTROL-MIB, CISCO-PROCESS-MIB, CISCO-PORT-SECURITY-MIB,
  // CISCO-ERR-DISABLE-MIB, CISCO-HSRP-MIB, CISCO-LWAPP-AP-MIB, AIRESPACE-WIRELESS-MIB
  '1.3.6.1.4.1.9.9.43.2': 'configuration_changed',
  '1.3.6.1.4.1.9.9.13.3.0.1': 'temperature_high',
  '1.3.6.1.4.1.9.9.13.3.0.2': 'voltage_abnormal',
  '1.3.6.1.4.1.9.9.13.3.0.3': 'temperature_high',
  '1.3.6.1.4.1.9.9.13.3.0.4': 'fan_failed',
  '1.3.6.1.4.1.9.9.13.3.0.5': 'power_failed',
  '1.3.6.1.4.1.9.9.13.3.0.7': 'temperature_high',
  '1.3.6.1.4.1.9.9.13.3.0.8': 'fan_failed',
  '1.3.6.1.4.1.9.9.13.3.0.9': 'power_failed',
  '1.3.6.1.4.1.9.9.117.2.0.2': 'power_failed',
  '1.3.6.1.4.1.9.9.117.2.0.3': 'part_inserted',
  '1.3.6.1.4.1.9.9.117.2.0.4': 'part_removed',
  '1.3.6.1.4.1.9.9.117.2.0.6': 'fan_failed',
  '1.3.6.1.4.1.9.9.109.2.0.1': 'cpu_high',
  '1.3.6.1.4.1.9.9.109.2.0.2': 'cpu_normal',
  '1.3.6.1.4.1.9.9.315': 'port_security',
  '1.3.6.1.4.1.9.9.548.0.1.1': 'port_disabled',
  '1.3.6.1.4.1.9.9.106.2.0.1': 'redundancy_changed',
  '1.3.6.1.4.1.14179.2.6.3.8': 'ap_lost',
  '1.3.6.1.4.1.14179.2.6.3.9': 'ap_joined',
  // JUNIPER-MIB
  '1.3.6.1.4.1.2636.4.1.1': 'power_failed',
  '1.3.6.1.4.1.2636.4.1.2': 'fan_failed',
  '1.3.6.1.4.1.2636.4.1.3': 'temperature_high',
  '1.3.6.1.4.1.2636.4.1.4': 'redundancy_changed',
  '1.3.6.1.4.1.2636.4.1.5': 'part_removed',
  '1.3.6.1.4.1.2636.4.1.6': 'part_inserted',
  '1.3.6.1.4.1.2636.4.5.0.1': 'configuration_changed',
  // FORTINET-CORE-MIB, FORTINET-FORTIGATE-MIB
  '1.3.6.1.4.1.12356.100.1.3.0.101': 'cpu_high',
  '1.3.6.1.4.1.12356.100.1.3.0.102': 'memory_high',
  '1.3.6.1.4.1.12356.100.1.3.0.104': 'temperature_high',
  '1.3.6.1.4.1.12356.100.1.3.0.105': 'voltage_abnormal',
  '1.3.6.1.4.1.12356.100.1.3.0.106': 'power_failed',
  '1.3.6.1.4.1.12356.101.2.0.301': 'tunnel_up',
  '1.3.6.1.4.1.12356.101.2.0.302': 'tunnel_down',
  '1.3.6.1.4.1.12356.101.2.0.401': 'redundancy_changed',
  '1.3.6.1.4.1.12356.101.2.0.503': 'attack',
  '1.3.6.1.4.1.12356.101.2.0.1201': 'ap_joined',
  '1.3.6.1.4.1.12356.101.2.0.1202': 'ap_lost',
  // HP-ICF-CHASSIS, HP-ICF-FAULT-FINDER-MIB, FAN-MIB, POWERSUPPLY-MIB
  '1.3.6.1.4.1.11.2.14.11.1.2.6.0.1': 'hardware_changed',
  '1.3.6.1.4.1.11.2.14.11.5.1.54.2.0.1': 'fan_failed',
  '1.3.6.1.4.1.11.2.14.11.5.1.55.0.1': 'power_failed',
  '1.3.6.1.4.1.11.2.14.11.1.7.0.5': 'loop',
  // PowerNet-MIB
  '1.3.6.1.4.1.318.0.1': 'ups_unreachable',
  '1.3.6.1.4.1.318.0.2': 'ups_overload',
  '1.3.6.1.4.1.318.0.5': 'ups_on_battery',
  '1.3.6.1.4.1.318.0.7': 'battery_low',
  '1.3.6.1.4.1.318.0.9': 'ups_on_line',
  '1.3.6.1.4.1.318.0.17': 'battery_replace',
  '1.3.6.1.4.1.318.0.11': 'battery_normal',
  // UPS-MIB, XUPS-MIB, CPS-MIB
  '1.3.6.1.2.1.33.2.1': 'ups_on_battery',
  '1.3.6.1.2.1.33.2.3': 'ups_alarm',
  '1.3.6.1.2.1.33.2.4': 'ups_alarm_cleared',
  '1.3.6.1.4.1.534.1.11.4.1.0.3': 'ups_on_battery',
  '1.3.6.1.4.1.534.1.11.4.1.0.4': 'battery_low',
  '1.3.6.1.4.1.534.1.11.4.1.0.5': 'ups_on_line',
  '1.3.6.1.4.1.3808.0.1': 'ups_overload',
  '1.3.6.1.4.1.3808.0.5': 'ups_on_battery',
  '1.3.6.1.4.1.3808.0.9': 'ups_on_line',
  '1.3.6.1.4.1.3808.0.7': 'battery_low',
  // Printer-MIB, ENTITY-MIB, POWER-ETHERNET-MIB, LLDP-MIB, BRIDGE-MIB, SYNOLOGY, MIKROTIK
  '1.3.6.1.2.1.43.18.2': 'printer_alert',
  '1.3.6.1.2.1.47.2.0.1': 'hardware_changed',
  '1.3.6.1.2.1.105.0.1': 'poe_changed',
  '1.3.6.1.2.1.105.0.2': 'poe_budget',
  '1.3.6.1.2.1.17.0.1': 'topology_changed',
  '1.3.6.1.2.1.17.0.2': 'topology_changed',
  '1.0.8802.1.1.2.0.0.1': 'neighbour_changed',
  '1.3.6.1.4.1.14988.1.1.6.2': 'neighbour_changed',
}

/** What a notification means; null where no table says. */
export function trapMeaning(oid: string): TrapMeaning | null {
  for (let end = oid.length; end > 0; end = oid.lastIndexOf('.', end - 1)) {
    const found = meanings[oid.slice(0, end)]
    if (found) return found
  }
  return null
}
