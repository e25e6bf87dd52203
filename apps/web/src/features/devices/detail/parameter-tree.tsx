import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../lib/use-api.ts'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx'
import { leafOf, type Parameter } from './parameter.ts'
import { useParameterActions } from './parameter-actions.ts'
import { ParameterRow } from './parameter-row.tsx'

const endpoint = 'GET /api/v1/device/:deviceId/parameters'
const pageSize = 200

interface Place {
  deviceId: string
  /** Object path ending in a dot; '' is above the root. */
  parent: string
  level: number
}

/** The children of one object, loaded when it is opened; an only child opens at once. */
export function ParameterChildren({ deviceId, parent, level, root = false }: Place & { root?: boolean }) {
  const { t } = useTranslation()
  const [pages, setPages] = useState(1)
  const first = useApi(endpoint, { deviceId, parent, page: 1, pageSize })
  if (first.error !== null && first.data === undefined) {
    return <ErrorState error={first.error} onRetry={() => void first.refetch()} />
  }
  if (first.data === undefined) return root ? <LoadingState rows={6} /> : <p className="parameter-wait">…</p>
  const { total } = first.data
  if (total === 0) {
    return root ? (
      <EmptyState title={t('devices.param.none')} hint={t('devices.param.noneHint')} />
    ) : (
      <p className="parameter-wait" style={{ paddingLeft: level * 20 + 24 }}>
        {t('devices.param.none')}
      </p>
    )
  }
  return (
    <>
      <ul
        className="parameter-list"
        aria-label={root ? undefined : t('devices.param.children', { path: parent })}
      >
        {Array.from({ length: pages }, (_, index) => (
          <ChildrenPage
            key={index + 1}
            deviceId={deviceId}
            parent={parent}
            level={level}
            page={index + 1}
            only={total === 1}
          />
        ))}
      </ul>
      {total > pages * pageSize && (
        <Button size="small" onClick={() => setPages(pages + 1)}>
          {t('devices.param.more')}
        </Button>
      )}
    </>
  )
}

function ChildrenPage({ deviceId, parent, level, page, only }: Place & { page: number; only: boolean }) {
  const children = useApi(endpoint, { deviceId, parent, page, pageSize })
  return (children.data?.items ?? []).map((parameter) =>
    parameter.isObject ? (
      <ObjectNode
        key={parameter.path}
        deviceId={deviceId}
        parameter={parameter}
        level={level}
        openAtFirst={only}
      />
    ) : (
      <li key={parameter.path}>
        <ParameterRow parameter={parameter} label={leafOf(parameter.path)} level={level} />
      </li>
    ),
  )
}

function ObjectNode(props: { deviceId: string; parameter: Parameter; level: number; openAtFirst: boolean }) {
  const { t } = useTranslation()
  const { deviceId, parameter, level } = props
  const { path } = parameter
  const { target } = useParameterActions()
  const [open, setOpen] = useState(props.openAtFirst || target.startsWith(path))
  const label = leafOf(path)
  return (
    <li>
      <ParameterRow
        parameter={parameter}
        label={label}
        level={level}
        lead={
          <button
            type="button"
            className="parameter-toggle"
            aria-expanded={open}
            aria-label={`${open ? t('common.collapse') : t('common.expand')} ${path}`}
            onClick={() => setOpen(!open)}
          >
            {open ? <CaretDownOutlined /> : <CaretRightOutlined />}
          </button>
        }
      />
      {open && <ParameterChildren deviceId={deviceId} parent={path} level={level + 1} />}
    </li>
  )
}
