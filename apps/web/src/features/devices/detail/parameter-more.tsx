import { DeleteOutlined, MoreOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Parameter } from './parameter.ts'
import { objectMove } from './parameter.ts'
import { type NotificationLevel, useParameterActions } from './parameter-actions.ts'

const levels: readonly NotificationLevel[] = [0, 1, 2]

/** Adds instances to a table, deletes them, and sets when the gateway notifies of a change. */
export function ParameterMore({ parameter }: { parameter: Parameter }) {
  const { t } = useTranslation()
  const actions = useParameterActions()
  const { path, isObject, notification } = parameter
  const move = objectMove(parameter)
  const { readNotification, setNotification } = actions
  const items: NonNullable<MenuProps['items']> = [
    ...(readNotification === undefined
      ? []
      : [
          {
            key: 'read',
            label: t('devices.notification.read'),
            onClick: () => readNotification(path),
          },
        ]),
    ...(setNotification === undefined || isObject
      ? []
      : levels.map((level) => ({
          key: `level-${level}`,
          label: t(`devices.notification.set${level}`),
          disabled: notification === level,
          onClick: () => setNotification(path, level),
        }))),
  ]
  return (
    <>
      {move === 'add' && actions.add !== undefined && (
        <Tooltip title={t('devices.object.add')}>
          <Button
            type="text"
            size="small"
            icon={<PlusOutlined />}
            aria-label={`${t('devices.object.add')} ${path}`}
            onClick={() => actions.add?.(path)}
          />
        </Tooltip>
      )}
      {move === 'remove' && actions.remove !== undefined && (
        <Tooltip title={t('devices.object.remove')}>
          <Button
            type="text"
            size="small"
            danger
            icon={<DeleteOutlined />}
            aria-label={`${t('devices.object.remove')} ${path}`}
            onClick={() => actions.remove?.(path)}
          />
        </Tooltip>
      )}
      {items.length > 0 && (
        <Dropdown menu={{ items }} trigger={['click']}>
          <Button
            type="text"
            size="small"
            icon={<MoreOutlined />}
            aria-label={`${t('devices.notification.menu')} ${path}`}
          />
        </Dropdown>
      )}
    </>
  )
}
