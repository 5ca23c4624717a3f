export const blog = {
  title: 'Blog',
  description:
    'How trading robots work, how to manage risk, how to test honestly, and how we build Pregão.',
  headline: 'In writing, so you can check it',
  text: 'How robots trade, what they can’t do, and how we keep our own promises. No tips, no promised returns.',
  minutes_one: '{{count}} min read',
  minutes_other: '{{count}} min read',
  published: 'Published {{date}}',
  updated: 'Updated {{date}}',
  readMore: 'Read more',
  readMoreOf: 'Read more of “{{title}}”',
  back: 'All posts',
  translations: 'Also in',
  feed: 'RSS feed',
  /** What the picture shows that goes with a link to any public page. */
  picture: 'Pregão: robots that trade by your rules',
  invalid: {
    title: 'Post not found',
    text: 'Check the address. The post may have been taken down.',
  },
  empty: {
    title: 'No posts yet',
    text: 'Check back soon, or subscribe to the RSS feed.',
  },
  unavailable: 'The blog isn’t available',
};
