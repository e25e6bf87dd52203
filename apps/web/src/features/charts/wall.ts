import { wallRotateSeconds } from '@netward/contract/wall-values'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { createStore, useStore } from '../../lib/store.ts'

const isWall = createStore(false)

const end = () => {
  isWall.set(false)
  delete document.documentElement.dataset['wall']
  document.removeEventListener('fullscreenchange', left)
  window.removeEventListener('keydown', pressed)
  if (document.fullscreenElement !== null) void document.exitFullscreen()
}
const left = () => {
  if (document.fullscreenElement === null) end()
}
const pressed = ({ key }: KeyboardEvent) => {
  if (key === 'Escape') end()
}

const enter = () => {
  isWall.set(true)
  document.documentElement.dataset['wall'] = ''
  document.addEventListener('fullscreenchange', left)
  window.addEventListener('keydown', pressed)
  // The browser may refuse: then the page is without controls all the same, and Escape ends it.
  document.documentElement.requestFullscreen().catch(() => undefined)
}

/** Pages of charts that are on the screen. Other pages have no full screen: one that is opened from a chart ends it. */
let shown = 0
/** Between two pages none is shown. */
const betweenMs = 3_000

/**
 * Full screen without the console's menus and controls, until Escape: one page after the other.
 * @returns what begins it
 */
export function useFullScreen(pages: readonly string[], current: string): () => void {
  const navigate = useNavigate()
  const wall = useStore(isWall)
  useEffect(() => {
    shown += 1
    return () => {
      shown -= 1
      window.setTimeout(() => {
        if (shown === 0 && isWall.get()) end()
      }, betweenMs)
    }
  }, [])
  useTurns(
    wall ? pages : none,
    current,
    useCallback((to: string) => void navigate({ to, search: true }), [navigate]),
  )
  return enter
}

const none: readonly never[] = []

/** Several pages take turns: `show` the next one after the current one has stood long enough. */
export function useTurns<Page extends string>(
  pages: readonly Page[],
  current: Page,
  show: (next: Page) => void,
): void {
  useEffect(() => {
    const next = pages[(pages.indexOf(current) + 1) % pages.length]
    if (pages.length < 2 || next === undefined) return undefined
    const timer = window.setTimeout(() => show(next), wallRotateSeconds * 1000)
    return () => window.clearTimeout(timer)
  }, [pages, current, show])
}
