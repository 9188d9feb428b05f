import { createElement, type SVGProps } from 'react'
import type { LucideIcon } from 'lucide-react'

type Data = { name: string; node: [tag: string, attributes: Record<string, string>][] }

/**
 * What lucide-react draws, as the packed web does it: theirs asks a context for its size and colour, merges classes and builds each
 * attribute anew whenever a row is drawn, for options that nothing here uses, and is a hundredth of the first load.
 */
export default ({ name, node }: Data) =>
  (({ className = '', ...props }: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide lucide-${name} ${className}`,
        'aria-hidden': props['aria-label'] ? undefined : true,
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )) as unknown as LucideIcon
