import type { EndpointOutput } from '@netward/contract'
import { dataModels } from '@netward/contract/template-values'
import { deviceMoves } from '@netward/contract/states/device'
import { Alert, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { orderFor } from '../../../lib/for-order.ts'
import { notify } from '../../../lib/notify.ts'
import { useMay } from '../../../lib/permissions.ts'
import { settingWords } from '../../../lib/setting-words.ts'
import { useAct, useApi } from '../../../lib/use-api.ts'
import { Facts, Panel } from '../../../ui/detail-page.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SettingPath } from '../../../ui/setting-path.tsx'
import { EmptyState, PendingState } from '../../../ui/states.tsx'
import { StatusTag, type StatusTone } from '../../../ui/status-tag.tsx'
import type { DeviceDetail } from '../../../lib/device-row.ts'
import { MoveButton } from '../../../ui/move-button.tsx'
import { NextInformText } from '../../../ui/next-inform-text.tsx'
import { TemplateLink } from '../../../ui/template-link.tsx'
import '../../../ui/plain-table.css'

const endpoint = 'GET /api/v1/device/:deviceId/configuration'
type Configuration = EndpointOutput<typeof endpoint>

const tones: Record<NonNullable<Configuration['state']>, StatusTone> = {
  applied: 'ok',
  unverified: 'busy',
  drifted: 'warn',
  failed: 'bad',
}

/** The templates of a gateway, and its drift from them. */
export function ConfigurationTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation()
  const read = useApi(endpoint, { deviceId: device.id }, { refetchInterval: 15_000 })
  const configuration = read.data
  if (configuration === undefined) {
    return (
      <Panel>
        <PendingState read={read} />
      </Panel>
    )
  }
  if (device.state !== 'claimed') {
    return (
      <>
        <Panel title={t('provisioning.device.tab')}>
          <EmptyState title={t('provisioning.device.gone')} />
        </Panel>
        <Added device={device} configuration={configuration} />
      </>
    )
  }
  // If something of earlier templates could not be removed, there is a state without templates.
  if (configuration.templates.length === 0 && configuration.state === null) {
    return (
      <>
        <Panel title={t('provisioning.device.tab')}>
          <ForeignKey configuration={configuration} />
          <EmptyState title={t('provisioning.device.none')} hint={t('provisioning.noneHint')} />
        </Panel>
        <Added device={device} configuration={configuration} />
      </>
    )
  }
  return (
    <>
      <Panel title={t('provisioning.device.tab')} actions={<Acts device={device} />}>
        <Summary device={device} configuration={configuration} />
        <OtherModel configuration={configuration} />
        <ForeignKey configuration={configuration} />
        <Conflicts configuration={configuration} />
        <Problems configuration={configuration} />
      </Panel>
      {/* Nothing is wanted where templates contradict each other, or say nothing of it: that nothing differs would say too much. */}
      {((configuration.conflicts.length === 0 && !isForeign(configuration)) ||
        configuration.differences.length > 0) && (
        <Panel title={t('provisioning.device.differences')}>
          <Differences configuration={configuration} />
        </Panel>
      )}
      <Absent configuration={configuration} />
      <Added device={device} configuration={configuration} />
    </>
  )
}

function Acts({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation()
  const may = useMay('DMS_SERVER_DEVICE_PARAMETER_SET')
  const provision = useAct('POST /api/v1/device/:deviceId/configuration/apply', {
    refresh: [endpoint, 'GET /api/v1/device/:deviceId/commands'],
  })
  if (!may) return null
  const act = async (check: boolean) => {
    await provision.mutateAsync({ deviceId: device.id, check, ...orderFor(device.id) })
    notify.success(t('provisioning.device.queued'))
  }
  return (
    <Space wrap>
      <MoveButton refusal={deviceMoves.setParameters(device)} onClick={() => void act(true)}>
        {t('provisioning.device.check')}
      </MoveButton>
      <MoveButton refusal={deviceMoves.setParameters(device)} onClick={() => void act(false)}>
        {t('provisioning.device.apply')}
      </MoveButton>
    </Space>
  )
}

/** None of the applied settings exist in its data model: "as desired" would overstate it. */
const isForeign = ({ root, templates, state, problems }: Configuration) =>
  root !== null &&
  (state === null || state === 'applied') &&
  problems.length === 0 &&
  templates.length > 0 &&
  templates.every(({ entries, foreign }) => foreign === entries)

function Summary({ device, configuration }: { device: DeviceDetail; configuration: Configuration }) {
  const { t } = useTranslation()
  const { templates, differences, conflicts } = configuration
  const named = ({ name, version, ownerName: owner }: Configuration['templates'][number]) =>
    owner === null
      ? t('provisioning.device.template', { name, version })
      : t('provisioning.device.templateAbove', { name, version, owner })
  // Changes reported since the last comparison are known before the next one.
  const state = configuration.state === 'applied' && differences.length > 0 ? 'drifted' : configuration.state
  return (
    <Facts
      facts={[
        {
          label: t('provisioning.device.state'),
          value:
            // Same count as the template list: nothing was attempted that could fail.
            conflicts.length > 0 ? (
              <StatusTag tone="bad">{t('provisioning.device.conflicts')}</StatusTag>
            ) : isForeign(configuration) ? (
              <StatusTag tone="off">{t('provisioning.device.foreign')}</StatusTag>
            ) : configuration.waits ? (
              <>
                <StatusTag tone="waiting">{t('provisioning.device.waits')}</StatusTag>
                <div className="device-quiet">
                  <NextInformText device={device} />
                </div>
              </>
            ) : (
              <StatusTag tone={state === null ? 'waiting' : tones[state]}>
                {t(`provisioning.device.states.${state ?? 'waiting'}`)}
              </StatusTag>
            ),
        },
        {
          label: t('provisioning.device.templates'),
          value:
            templates.length === 0 ? (
              '—'
            ) : (
              <ul className="configuration-templates">
                {templates.map((one) => (
                  <li key={one.id}>
                    <TemplateLink template={one}>{named(one)}</TemplateLink>
                  </li>
                ))}
              </ul>
            ),
        },
        { label: t('provisioning.device.checkedAt'), value: <RelativeTime at={configuration.checkedAt} /> },
        { label: t('provisioning.device.appliedAt'), value: <RelativeTime at={configuration.appliedAt} /> },
        ...(configuration.driftedSince === null
          ? []
          : [
              {
                label: t('provisioning.device.driftedSince'),
                value: <RelativeTime at={configuration.driftedSince} />,
              },
            ]),
      ]}
    />
  )
}

/** Settings of its templates for the other data model, which do not apply to it. */
function OtherModel({ configuration: { root, templates } }: { configuration: Configuration }) {
  const { t } = useTranslation()
  const others = templates.filter(({ foreign }) => foreign > 0)
  if (root === null || others.length === 0) return null
  const named = ({ name, version }: Configuration['templates'][number]) =>
    t('provisioning.device.template', { name, version })
  return (
    <ul className="configuration-foreign">
      {others.map((one) => (
        <li key={`${one.name} ${one.ownerName ?? ''}`}>
          {one.foreign === one.entries
            ? t('provisioning.device.foreignText', { template: named(one), model: dataModels[root] })
            : t('provisioning.device.partlyForeignText', {
                template: named(one),
                foreign: one.foreign,
                entries: one.entries,
              })}
        </li>
      ))}
    </ul>
  )
}

/** Its ParameterKey shows that another system configures it. */
function ForeignKey({ configuration: { foreignKey } }: { configuration: Configuration }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (foreignKey === null) return null
  const { key, since } = foreignKey
  return (
    <Alert
      className="configuration-alert"
      type="warning"
      showIcon
      title={t('provisioning.device.foreignKey')}
      description={t('provisioning.device.foreignKeyText', { key, since: format.dateTime(since) })}
    />
  )
}

function Conflicts({ configuration: { conflicts } }: { configuration: Configuration }) {
  const { t } = useTranslation()
  if (conflicts.length === 0) return null
  return (
    <Alert
      className="configuration-alert"
      type="warning"
      showIcon
      title={t('provisioning.device.conflicts')}
      description={
        <>
          <p>{t('provisioning.device.conflictHint')}</p>
          <ul>
            {conflicts.map(({ path, setting, wants }) => (
              <li key={path || JSON.stringify(setting)}>
                <SettingPath path={path} setting={setting} />
                <ul>
                  {wants.map(({ template, value }) => (
                    <li key={`${template} ${value}`}>
                      {template}: <span className="mono">{value || t('provisioning.device.secret')}</span>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </>
      }
    />
  )
}

function Problems({ configuration: { problems } }: { configuration: Configuration }) {
  const { t } = useTranslation()
  // Conflicts between templates are shown above, per value.
  const others = problems.filter(({ code }) => code !== 'conflict')
  if (others.length === 0) return null
  return (
    <Alert
      className="configuration-alert"
      type="error"
      showIcon
      title={t('provisioning.device.problems')}
      description={
        <ul>
          {others.map(({ path, setting, code, text, detail }) => (
            <li key={`${path || JSON.stringify(setting)} ${code}`}>
              <SettingPath path={path} setting={setting} /> {text} {detail}
            </li>
          ))}
        </ul>
      }
    />
  )
}

/** Settings of its templates that the gateway lacks. */
function Absent({ configuration: { absent } }: { configuration: Configuration }) {
  const { t } = useTranslation()
  if (absent.length === 0) return null
  return (
    <Panel title={t('provisioning.device.absent')}>
      <p>{t('provisioning.device.absentHint')}</p>
      <ul>
        {absent.map(({ setting, text }) => (
          <li key={JSON.stringify(setting)}>
            {t('provisioning.versions.fact', { name: settingWords(t, setting), value: text })}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Objects that templates added to the gateway and that still exist. */
function Added({ device, configuration: { added } }: { device: DeviceDetail; configuration: Configuration }) {
  const { t } = useTranslation()
  if (added.length === 0) return null
  return (
    <Panel title={t('provisioning.device.added')}>
      <p>
        {device.state === 'claimed'
          ? t('provisioning.device.addedHint')
          : t('provisioning.device.addedReleased')}
      </p>
      <ul>
        {added.map(({ path, key }) => (
          <li key={path}>
            <span className="mono">{path}</span>{' '}
            {key.map(({ name, value }) => `${name} = ${value}`).join(', ')}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** A reported state without known differing values. */
const none = { applied: 'same', drifted: 'otherDrift', failed: 'same' } as const

function Differences({ configuration }: { configuration: Configuration }) {
  const { t } = useTranslation()
  const { state, waits, differences, unknowable } = configuration
  return (
    <>
      {state === 'unverified' && <p>{t('provisioning.device.awaiting')}</p>}
      {differences.length === 0 ? (
        state !== 'unverified' && (
          <p>
            {t(`provisioning.device.${state === null ? 'notCompared' : waits ? 'waitsText' : none[state]}`)}
          </p>
        )
      ) : (
        <div className="plain-table-frame">
          <table className="plain-table" aria-label={t('provisioning.device.differences')}>
            <thead>
              <tr>
                <th>{t('provisioning.path')}</th>
                <th>{t('provisioning.device.desired')}</th>
                <th>{t('provisioning.device.actual')}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ path, setting, actual, desired }) => (
                <tr key={path}>
                  <td>
                    <SettingPath path={path} setting={setting} />
                  </td>
                  <td data-label={t('provisioning.device.desired')}>
                    <span className="mono">{desired ?? t('provisioning.device.secret')}</span>
                  </td>
                  <td data-label={t('provisioning.device.actual')}>
                    <span className="mono">{actual ?? t('provisioning.device.unknown')}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {unknowable.length > 0 && (
        <p>
          {t('provisioning.device.unknowable')}: <span className="mono">{unknowable.join(', ')}</span>
        </p>
      )}
    </>
  )
}
