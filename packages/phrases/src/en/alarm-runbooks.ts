import type { alarmRunbooks as zh } from '../zh/alarm-runbooks.ts'

export const alarmRunbooks: { readonly [code in keyof typeof zh]: string } = {
  gateway_offline: `1. Look for other alarms of the site and announced power cuts: when everything is gone, power or the main line has usually failed.
2. Ask the site for the state of the gateway's power light, the modem and the cables. If the site has internet, check the ACS address and the management traffic.
3. If it stays offline, bring it online over another line or a mobile network, and report the fault to the ISP.`,
  device_offline: `1. Check the switches and ports on its path: is the uplink down, does PoE deliver power?
2. Ask the site to check power and cable, and to power-cycle the device.
3. If it was removed or replaced, remove it or record the replacement under devices.`,
  snmp_silent: `1. If it answers ping, check whether the SNMP service, the community or v3 account, or an access list has changed.
2. A device with a busy CPU stops answering SNMP: look at its CPU chart.
3. After a change of credentials, set the new ones in the device's details.`,
  cpu_high: `1. Look on the device for the process that uses the CPU, and for loops, broadcast storms or attacks.
2. Compare port traffic and configuration changes before and after the alarm.
3. If it is always high, upgrade the software or replace the device by a larger one.`,
  memory_high: `1. Look for the process that uses the memory, and for unusual growth of sessions, routes or MAC entries.
2. Memory that only grows usually means a defect: collect diagnostics, restart the device in a maintenance window, and check known defects.
3. Check whether an advisory names a fixed version.`,
  disk_full: `1. Delete old logs, old firmware images and crash dumps.
2. Check whether a fault repeats one log entry, and send logs to a log server.
3. Without space upgrades and saving the configuration fail: make room first.`,
  temperature_high: `1. Ask the site to check fans, air inlets, dust filters, the cabinet and the air conditioning.
2. If it keeps rising, shed load, and power the device down to protect it.
3. When several devices are hot at once, treat it as a fault of the room.`,
  ups_on_battery: `1. Ask the site or the building whether the power is out, and until when.
2. Shut down less important devices in order, by the runtime that is left.
3. If mains power is present, check the input breaker and the input of the UPS.`,
  port_down: `1. Check whether the other device lost power or restarted, or somebody shut the port.
2. Replace cable, transceiver or port to rule out a physical fault.
3. With a redundant uplink, confirm that traffic has moved to the other one.`,
  interface_in_errors: `1. Check the cable, plugs, received optical power and grounding.
2. Compare speed and duplex of both ends.
3. Replace cable or port, and watch whether errors stop.`,
  interface_out_errors: `1. Check whether the port is congested, and compare speed and duplex of both ends.
2. Replace cable, transceiver or port.
3. If errors occur on all ports of one card, contact the vendor.`,
  supply_low: `1. Ask the site to replace the supply, and check the stock of spares.
2. Confirm that the reading is back to normal.`,
  line_down: `1. Check whether other lines of the same ISP in the city are down too: then the ISP has an outage.
2. Ask the site to restart the modem, and check the optical signal light, the account and unpaid bills.
3. Report the fault to the ISP with the outages and paths. While a backup line carries the traffic, watch its use.`,
  line_loss_high: `1. On the page of the line, find the hop from which packets are lost, against the healthy path.
2. From the first hop on: check modem, cable and the gateway's CPU. Inside the ISP's network: report it to the ISP.
3. If it occurs only at busy hours, compare the bandwidth in use, and limit rates or upgrade.`,
  line_loss: `1. On the page of the line, find the hop from which packets are lost, and whether it occurs only at busy hours.
2. From the first hop on: check modem and cable. Inside the ISP's network: report it with the evidence report.`,
  line_slow: `1. Check whether the bandwidth is used up: round-trip times then rise in any case.
2. Compare the path for detours, and find the hop from which it is slow.
3. If it stays beyond the agreed value, report it to the ISP with the evidence report.`,
  line_busy: `1. Look for the clients and applications with the most traffic: backups, updates, video uploads.
2. Move large transfers outside of business hours, or set limits and priorities.
3. If it is always used up, contract more bandwidth.`,
  configuration_drift: `1. Look at the differences: were they changed on purpose, or by a factory reset?
2. If on purpose, update the template. If not, apply the template again.`,
  campaign_stopped: `1. Look at the errors of the gateways that failed, and at why it stopped.
2. Remove the cause and resume, or roll back the gateways that were upgraded.
3. If the firmware is at fault, withdraw it.`,
  quota_nearly_used: `1. Check the use, and remove devices, members or data that are no longer needed.
2. Ask the company above or the platform for more, before additions are refused.`,
  quota_used: `1. Nothing more can be added: release what is not needed, or ask for more at once.`,
  probe_silent: `1. Check whether the gateway of the site is online: if it is, the probe's host has no power or its service has stopped.
2. On the host, check the service and its log, and that this system's address and the proxy can be reached.
3. Results of the time offline arrive once it is back.`,
  line_blind: `1. The state of the line is unknown, not down: bring back the probe or collector that measures it.
2. Until then rely on what the gateway reports, and start a ping from the gateway if needed.`,
  carrier_outage: `1. Several lines failed at once: the ISP has an outage. Report it once, and do not check each site.
2. Inform the sites, and confirm that backup lines have taken over.
3. Afterwards, use the outage times of each line for claims against the ISP.`,
  power_supply_failed: `1. Check the state of the supply and what feeds it: cord, PDU, UPS.
2. A device with two supplies has no redundancy now: replace the failed one soon.
3. With a single supply the next failure is an outage: arrange a spare part and a maintenance window.`,
  fan_failed: `1. Check whether the temperature rises, and clean the air intakes.
2. Replace the fan. If the temperature keeps rising, reduce the load or move it.`,
  loop_detected: `1. Find the port in the text of the event, and unplug the cable or small switch that was added.
2. Make sure that spanning tree and loop detection are on; disable the port first if needed.`,
  battery_low: `1. Without mains the UPS is about to shut down: inform the site and shut servers down safely.
2. With mains, check the load and the age of the battery.`,
  battery_replace: `1. Note the model of the UPS, order a battery and arrange its replacement.
2. Until then expect no backup power.`,
}
