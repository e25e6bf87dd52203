import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../../../lib/fault-text.ts'
import { orderFor } from '../../../lib/for-order.ts'
import { notify } from '../../../lib/notify.ts'
import { useAct, useApi, useRefreshReads } from '../../../lib/use-api.ts'
import type { NewValue } from './parameter.ts'
import type { NotificationLevel } from './parameter-actions.ts'

interface Pending {
  readonly kind: 'read' | 'set'
  readonly paths: readonly string[]
}

function pathsOf(commands: readonly Pending[], kind: Pending['kind']): ReadonlySet<string> {
  return new Set(commands.filter((one) => one.kind === kind).flatMap((one) => one.paths))
}

/**
 * Reads and sets parameters and follows each command to its end: rows show what is in progress, faults are
 * explained in words. The page's live events refetch the queue.
 */
export function useParameterCommands(deviceId: string) {
  const { t } = useTranslation()
  const [pending, setPending] = useState<ReadonlyMap<string, Pending>>(new Map())
  const refresh = useRefreshReads()
  const reads = useAct('POST /api/v1/device/:deviceId/parameters/read', {
    refresh: ['GET /api/v1/device/:deviceId/commands'],
  })
  const sets = useAct('POST /api/v1/device/:deviceId/parameters/set', {
    errors: 'caller',
    refresh: ['GET /api/v1/device/:deviceId/commands'],
  })
  const objects = useObjectCommands()
  const queue = useApi(
    'GET /api/v1/device/:deviceId/commands',
    { deviceId, page: 1, pageSize: 50 },
    pending.size > 0 ? { refetchInterval: 5_000 } : {},
  ).data

  const ended = useMemo(
    () =>
      (queue?.items ?? []).filter(
        ({ id, state }) => pending.has(id) && state !== 'waiting' && state !== 'sent',
      ),
    [queue, pending],
  )
  const open = useMemo(() => {
    const over = new Set(ended.map(({ id }) => id))
    return [...pending].filter(([id]) => !over.has(id)).map(([, what]) => what)
  }, [pending, ended])

  const reported = useRef(new Set<string>())
  const notifyEnd = useEffectEvent((finished: typeof ended) => {
    const news = finished.filter(({ id }) => !reported.current.has(id))
    for (const { id, state, fault } of news) {
      reported.current.add(id)
      if (state === 'done') continue
      if (fault === null) notify.error(t(`devices.command.states.${state}`))
      else {
        notify.error(faultText(t, fault.code), [
          ...(fault.detail === '' ? [] : [{ ip: fault.code, reason: fault.detail }]),
          ...fault.parameters.map(({ path, text: why }) => ({ ip: path, reason: why })),
        ])
      }
    }
    if (news.length > 0) void refresh('GET /api/v1/device/:deviceId/parameters')
  })
  useEffect(() => notifyEnd(ended), [ended])

  const reading = useMemo(() => pathsOf(open, 'read'), [open])
  const writing = useMemo(() => pathsOf(open, 'set'), [open])
  const follow = (commandId: string, what: Pending) =>
    setPending((before) => new Map(before).set(commandId, what))

  return {
    reading,
    writing,
    read(wanted: readonly string[]): void {
      reads.mutate(
        { deviceId, paths: [...wanted] },
        {
          onSuccess({ commandId }) {
            follow(commandId, { kind: 'read', paths: wanted })
            notify.success(t('devices.param.readQueued'))
          },
        },
      )
    },
    async add(path: string, confirmed: boolean): Promise<void> {
      const { commandId } = await objects.add.mutateAsync({
        deviceId,
        path,
        confirmed,
        ...orderFor(deviceId),
      })
      follow(commandId, { kind: 'read', paths: [path] })
      notify.success(t('devices.object.addQueued'))
    },
    async remove(path: string, confirmed: boolean): Promise<void> {
      const { commandId } = await objects.remove.mutateAsync({
        deviceId,
        path,
        confirmed,
        ...orderFor(deviceId),
      })
      follow(commandId, { kind: 'read', paths: [path] })
      notify.success(t('devices.object.removeQueued'))
    },
    async readNotification(path: string): Promise<void> {
      const { commandId } = await objects.readAttributes.mutateAsync({ deviceId, paths: [path] })
      follow(commandId, { kind: 'read', paths: [path] })
      notify.success(t('devices.param.readQueued'))
    },
    async setNotification(path: string, notification: NotificationLevel): Promise<void> {
      const changes = [{ path, notification }]
      const { commandId } = await objects.setAttributes.mutateAsync({ deviceId, changes })
      follow(commandId, { kind: 'set', paths: [path] })
      notify.success(t('devices.param.setQueued'))
    },
    async set(values: readonly NewValue[], confirmed: boolean): Promise<void> {
      const { commandId } = await sets.mutateAsync({
        deviceId,
        values: [...values],
        confirmed,
        ...orderFor(deviceId),
      })
      follow(commandId, { kind: 'set', paths: values.map(({ path }) => path) })
    },
  }
}

const queueRead = ['GET /api/v1/device/:deviceId/commands'] as const

function useObjectCommands() {
  return {
    add: useAct('POST /api/v1/device/:deviceId/objects/add', { refresh: queueRead }),
    remove: useAct('POST /api/v1/device/:deviceId/objects/delete', { refresh: queueRead }),
    readAttributes: useAct('POST /api/v1/device/:deviceId/parameters/attributes/read', {
      refresh: queueRead,
    }),
    setAttributes: useAct('POST /api/v1/device/:deviceId/parameters/attributes/set', { refresh: queueRead }),
  }
}
