export const blog = {
  title: 'Blog',
  description:
    'How trading robots work, how to manage risk, how to test honestly, and how we build Pregão.',
  headline: 'Written down, so you can check it',
  text: 'How robots trade, what they cannot do, and how we keep our own promises. No tips, no promised returns.',
  minutes_one: '{{count}} minute to read',
  minutes_other: '{{count}} minutes to read',
  updated: 'Updated {{date}}',
  readMore: 'Read more',
  readMoreOf: 'Read more of “{{title}}”',
  back: 'All posts',
  translations: 'Also in',
  feed: 'Follow by feed',
  /** What the picture shows that goes with a link to any public page. */
  picture: 'Pregão: robots that trade by your rules',
  invalid: {
    title: 'There is no such post',
    text: 'The address may be mistyped, or the post was taken down.',
  },
  empty: {
    title: 'Nothing published yet',
    text: 'Come back soon, or follow the feed.',
  },
  unavailable: 'The blog is out of reach',
};
