import { EditOutlined, LoadingOutlined, SyncOutlined } from '@ant-design/icons'
import { isSecretPath } from '@netward/cwmp/data-model'
import { Button, Tooltip } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../../ui/copy-text.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import type { Parameter } from './parameter.ts'
import { AppliesLater } from '../../../ui/applies-later.tsx'
import { covers, useParameterActions } from './parameter-actions.ts'
import { ParameterMore } from './parameter-more.tsx'

/** Once, when the row appears; keyboard navigation continues from there. */
function becomeVisible(row: HTMLDivElement | null): void {
  row?.scrollIntoView({ block: 'center' })
  row?.focus({ preventScroll: true })
}

/** One parameter or object. `lead` opens an object; `level` indents it. */
export function ParameterRow(props: {
  parameter: Parameter
  label: string
  level?: number
  lead?: ReactNode
}) {
  const { t } = useTranslation()
  const { parameter, label, level = 0, lead } = props
  const actions = useParameterActions()
  const { path, isObject, writable } = parameter
  const reading = covers(actions.reading, path)
  const wanted = actions.target === path
  return (
    <div
      className={wanted ? 'parameter-row parameter-wanted' : 'parameter-row'}
      {...(wanted && { ref: becomeVisible, tabIndex: -1, 'aria-current': true })}
    >
      <div className="parameter-name" style={{ '--level': level } as CSSProperties}>
        {lead ?? <span className="parameter-no-lead" />}
        {isObject ? <span className="mono">{label}</span> : <CopyText text={label} />}
      </div>
      <div className="parameter-value">
        {isObject ? <ObjectLater later={parameter.later} /> : <Value parameter={parameter} />}
      </div>
      <div className="parameter-facts">
        {!isObject && parameter.type !== null && <span>{parameter.type}</span>}
        {parameter.readAt !== null && <RelativeTime at={parameter.readAt} />}
        {(parameter.notification ?? 0) > 0 && (
          <span>{t(`devices.notification.level${parameter.notification === 2 ? 2 : 1}`)}</span>
        )}
      </div>
      <div className="parameter-buttons">
        {reading && <LoadingOutlined aria-label={t('devices.param.reading')} />}
        {actions.read !== undefined && !reading && (
          <Tooltip title={isObject ? t('devices.param.readHere') : t('devices.param.read')}>
            <Button
              type="text"
              size="small"
              icon={<SyncOutlined />}
              aria-label={`${t('devices.param.read')} ${path}`}
              onClick={() => actions.read?.(path)}
            />
          </Tooltip>
        )}
        {!isObject && actions.set !== undefined && writable !== false && (
          <Tooltip title={t('devices.param.set')}>
            <Button
              type="text"
              size="small"
              icon={<EditOutlined />}
              aria-label={`${t('devices.param.set')} ${path}`}
              onClick={() => actions.set?.(parameter)}
            />
          </Tooltip>
        )}
        {!isObject && writable === false && (
          <span className="device-quiet parameter-read-only">{t('devices.param.readOnly')}</span>
        )}
        <ParameterMore parameter={parameter} />
      </div>
    </div>
  )
}

/** What the pending restart does to an instance. */
function ObjectLater({ later }: Pick<Parameter, 'later'>) {
  const { t } = useTranslation()
  if (later !== 'added' && later !== 'deleted') return null
  return <StatusTag tone="waiting">{t(`devices.param.${later}Later`)}</StatusTag>
}

function Value({ parameter }: { parameter: Parameter }) {
  const { t } = useTranslation()
  const { writing } = useParameterActions()
  const { path, value, readAt, later } = parameter
  return (
    <>
      {isSecretPath(path) ? (
        <span className="device-quiet">{t('devices.param.secret')}</span>
      ) : value === null ? (
        <span className="device-quiet">
          {readAt === null ? t('devices.param.neverRead') : t('common.unknown')}
        </span>
      ) : value === '' ? (
        <span className="device-quiet">{t('devices.param.empty')}</span>
      ) : (
        <span className="mono parameter-text">{value}</span>
      )}
      {writing.has(path) && <StatusTag tone="busy">{t('devices.param.setPending')}</StatusTag>}
      {later !== null && !writing.has(path) && (
        <AppliesLater value={isSecretPath(path) ? null : later === '' ? t('devices.param.empty') : later} />
      )}
    </>
  )
}
