import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { draftOf } from './changed-values.ts'
import type { Draft, Instance } from './setting.ts'
import { useSettingWords } from './use-setting-words.ts'

/** Preview of a port mapping while it is typed. */
export function MappingMeaning({ instance }: { instance: Instance | null }) {
  return (
    <Form.Item noStyle shouldUpdate>
      {({ getFieldsValue }) => {
        const known = instance === null ? {} : knownOf(instance)
        return <Meaning draft={{ ...known, ...(getFieldsValue(true) as Draft) }} />
      }}
    </Form.Item>
  )
}

/** Read-only values that are not in the form are part of it as well. */
function knownOf(instance: Instance): Draft {
  return {
    ...Object.fromEntries(instance.fields.map(({ key, value }) => [key, value])),
    ...draftOf(instance),
  }
}

function Meaning({ draft }: { draft: Draft }) {
  const { t } = useTranslation()
  const words = useSettingWords()
  const { protocol, externalPort, externalPortEnd, internalPort, internalClient, remoteHost, enabled } = draft
  const client = String(internalClient ?? '')
  if (typeof externalPort !== 'number' || client === '') {
    return <p className="device-quiet">{t('gatewaySettings.mapping.incomplete')}</p>
  }
  const external =
    typeof externalPortEnd === 'number' && externalPortEnd > externalPort
      ? t('gatewaySettings.ports', { first: externalPort, last: externalPortEnd })
      : String(externalPort)
  const from = String(remoteHost ?? '')
  return (
    <p className="setting-meaning" role="note">
      {t('gatewaySettings.mapping.will', {
        protocol: typeof protocol === 'string' ? words.choice('protocol', protocol) : '',
        external,
        client,
        // TR-098 2.4.3 and TR-181: without one, the port stays the same.
        internal: typeof internalPort === 'number' && internalPort > 0 ? internalPort : external,
      })}{' '}
      {from === '' || from === '0.0.0.0'
        ? t('gatewaySettings.mapping.anyone')
        : t('gatewaySettings.mapping.from', { host: from })}
      {enabled === false && ` ${t('gatewaySettings.mapping.off')}`}
    </p>
  )
}
