import type { InboundKind } from '@netward/contract/inbound-alarm-values'

interface Filled {
  readonly address: string
  readonly token: string
}

/** The configuration of the other system. */
export function configurationOf(kind: InboundKind, filled: Filled): string {
  if (kind === 'zabbix') return mediaType(filled)
  if (kind === 'alertmanager') return receiver(filled)
  return commandOf('generic', filled)
}

const parameters = {
  eventId: '{EVENT.ID}',
  value: '{EVENT.VALUE}',
  severity: '{EVENT.NSEVERITY}',
  host: '{HOST.HOST}',
  address: '{HOST.IP}',
  name: '{EVENT.NAME}',
  text: '{EVENT.OPDATA}',
  age: '{EVENT.AGE}',
  duration: '{EVENT.DURATION}',
}

/** Zabbix sends nothing without a template of messages, although the script uses none. */
const mediaType = ({ address, token }: Filled): string => `zabbix_export:
  version: '5.4'
  media_types:
    - name: Netward
      type: WEBHOOK
      parameters:
${Object.entries({ url: address, token, ...parameters })
  .map(([name, value]) => `        - name: ${name}\n          value: '${value}'`)
  .join('\n')}
      script: |
        var fields = JSON.parse(value);
        var request = new HttpRequest();
        var url = fields.url;
        request.addHeader('Content-Type: application/json');
        request.addHeader('Authorization: Bearer ' + fields.token);
        delete fields.url;
        delete fields.token;
        var answer = request.post(url, JSON.stringify(fields));
        if (request.getStatus() !== 200) {
            throw request.getStatus() + ': ' + answer;
        }
        return 'OK';
      message_templates:
        - event_source: TRIGGERS
          operation_mode: PROBLEM
          subject: '{EVENT.NAME}'
          message: '{EVENT.NAME}'
        - event_source: TRIGGERS
          operation_mode: RECOVERY
          subject: '{EVENT.NAME}'
          message: '{EVENT.NAME}'
`

const receiver = ({ address, token }: Filled): string => `receivers:
  - name: netward
    webhook_configs:
      - url: ${address}
        send_resolved: true
        http_config:
          authorization:
            type: Bearer
            credentials: ${token}
`

/** A delivery from the command line. */
export function commandOf(kind: InboundKind, { address, token }: Filled): string {
  return `curl ${address} \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(samples[kind], null, 2)}'
`
}

const startedAt = '2026-01-31T08:00:00Z'

const samples: Readonly<Record<InboundKind, object>> = {
  zabbix: {
    eventId: '1',
    value: '1',
    severity: '4',
    host: 'core-switch-1',
    address: '192.0.2.1',
    name: 'Link down',
    age: '1m 30s',
  },
  alertmanager: {
    version: '4',
    alerts: [
      {
        status: 'firing',
        labels: { alertname: 'LinkDown', instance: '192.0.2.1:9100', severity: 'critical' },
        annotations: { summary: 'Link down' },
        startsAt: startedAt,
        fingerprint: '1',
      },
    ],
  },
  generic: {
    key: '1',
    state: 'firing',
    severity: 'major',
    host: 'core-switch-1',
    address: '192.0.2.1',
    name: 'Link down',
    text: 'Port 1',
    startedAt,
  },
}
